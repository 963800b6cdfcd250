"""`python -m figloom` is `figloom`."""

from figloom.cli import main

if __name__ == "__main__":
    main()
