# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
