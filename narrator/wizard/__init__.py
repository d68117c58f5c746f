"""Setting up: the questions before an evening, dealing the cards, and new boards.

`setup` asks and remembers, `handing` brings the cards to the players, `board_new` builds a board by questions.
All words stand in zh.yaml and en.yaml; nothing is asked on a pipe or when options were given."""
