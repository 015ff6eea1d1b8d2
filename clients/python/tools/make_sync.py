"""Makes the client that waits from the one that does not: ``python3 tools/make_sync.py [--check]``."""

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "platen"
NOTE = '# Made from "_async" by "python3 tools/make_sync.py"; do not edit.\n'
CHANGES = [
    (r"from asyncio import sleep", "from time import sleep"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(Iterator|Platen\w*|Transport|Jobs|Batches|Templates|Analysis)\b", r"\1"),
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"__a(enter|exit)__", r"__\1__"),
    (r"\ba(read|close|iter_bytes)\b", r"\1"),
]


def sync_of(source: str) -> str:
    for pattern, replacement in CHANGES:
        source = re.sub(pattern, replacement, source)
    return source


def main() -> int:
    stale = []
    for file in sorted((PACKAGE / "_async").glob("*.py")):
        target = PACKAGE / "_sync" / file.name
        wanted = NOTE + sync_of(file.read_text("utf-8"))
        if "--check" in sys.argv:
            if not target.exists() or target.read_text("utf-8") != wanted:
                stale.append(file.name)
        else:
            target.parent.mkdir(exist_ok=True)
            target.write_text(wanted, "utf-8")
    if stale:
        print("Other than _async: " + ", ".join(stale) + '. Run "python3 tools/make_sync.py".', file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
