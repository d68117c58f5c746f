"""`python -m narrator` is the `narrator` command."""

from narrator.cli import main

if __name__ == "__main__":
    main()
