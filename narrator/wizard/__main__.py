"""`python -m narrator.wizard`: set a table up without starting a game; says the command that would start it."""

import sys

import typer

from narrator.host.setup import screen_language
from narrator.wizard.dialogue import Dialogue, Quit
from narrator.wizard.setup import Setup
from narrator.wizard.texts import WizardTexts


def main(language: str = "") -> int:
    """Ask and remember; 0 when everything was answered."""
    dialogue = Dialogue(WizardTexts(screen_language(language)))
    try:
        Setup(dialogue).run()
    except Quit:
        dialogue.tell(dialogue.texts("quit"))
        return 1
    except typer.Abort:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
