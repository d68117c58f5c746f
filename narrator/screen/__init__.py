"""The judge's screen: what `View` holds, drawn on a terminal (textual) and on the judge's phone (`--serve`), and the
public lines in large type (`narrator captions`). Only `app` and what it draws with load textual."""
