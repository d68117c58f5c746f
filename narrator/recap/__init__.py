"""What happened: a finished (or broken off) game told from its journal, as a page, as text, as scores.

`story` holds the values, `stored` reads them off the journal, `replayed` adds what only a replay knows,
`public` takes every secret out again; `page`, `plain` and `picture` write them down."""
