"""Does the calls of ``clients/scenarios.json``: ``python3 scenarios.py URL FILE [--async]``.

Of each it prints what came of it, a line of JSON. The service at URL has the answers of scenario N at ``/N``.
"""

import asyncio
import inspect
import json
import sys
from typing import Any

from platen import AsyncPlaten, Platen, PlatenError

KEY = "key-of-the-scenarios"


def outcome_of_file(content: bytes, file: Any) -> dict[str, Any]:
    names = ("content_type", "pages", "credits", "warnings", "request_id")
    return {"file": {"content": content.decode(), **{name: getattr(file, name) for name in names}}}


def outcome_of_error(error: PlatenError) -> dict[str, Any]:
    names = ("status", "code", "retryable", "pointer", "request_id")
    return {"error": {"message": str(error), **{name: getattr(error, name) for name in names}}}


def call_of(client: Any, scenario: dict[str, Any]) -> Any:
    for name in scenario["call"].split("."):
        client = getattr(client, name)
    positional = [value for value in scenario["with"] if not isinstance(value, dict)]
    named = {name: value for group in scenario["with"] if isinstance(group, dict) for name, value in group.items()}
    return client(*positional, **named)


def run(url: str, scenario: dict[str, Any]) -> dict[str, Any]:
    with Platen(KEY, url=url) as client:
        try:
            result = call_of(client, scenario)
            if inspect.isgenerator(result):
                return {"json": list(result)}
            return outcome_of_file(result.read(), result) if hasattr(result, "read") else {"json": result}
        except PlatenError as error:
            return outcome_of_error(error)


async def run_async(url: str, scenario: dict[str, Any]) -> dict[str, Any]:
    async with AsyncPlaten(KEY, url=url) as client:
        try:
            result = call_of(client, scenario)
            if inspect.isasyncgen(result):
                return {"json": [row async for row in result]}
            result = await result
            return outcome_of_file(await result.read(), result) if hasattr(result, "read") else {"json": result}
        except PlatenError as error:
            return outcome_of_error(error)


def main() -> None:
    url, file = sys.argv[1:3]
    with open(file, encoding="utf-8") as source:
        scenarios = json.load(source)["scenarios"]
    for number, scenario in enumerate(scenarios):
        address = f"{url}/{number}"
        print(json.dumps(asyncio.run(run_async(address, scenario)) if "--async" in sys.argv else run(address, scenario)))


main()
