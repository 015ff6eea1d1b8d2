# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""Sends requests, and again what may succeed then."""

from __future__ import annotations

from time import sleep
from typing import Any, Optional

import httpx

from .._errors import error_of
from .._request import Call, build, pause_before_retry


class Transport:
    def __init__(self, *, key: Optional[str], url: str, retries: int, timeout: float) -> None:
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        self._client = httpx.Client(headers=headers, timeout=timeout)
        self._base = url.rstrip("/")
        self._retries = retries

    def send(self, call: Call) -> httpx.Response:
        """The answer, whose body is not read yet.

        :raises PlatenError: when the service refuses it
        :raises httpx.TransportError: when the service cannot be reached
        """
        request = build(self._client, call, self._base)
        attempt = 0
        while True:
            try:
                answer = self._client.send(request, stream=True)
                if answer.is_success:
                    return answer
                try:
                    answer.read()
                finally:
                    answer.close()
                raise error_of(answer)
            except Exception as error:
                pause = pause_before_retry(error, attempt, self._retries)
                if pause is None:
                    raise
            sleep(pause)
            attempt += 1

    def json(self, call: Call) -> Any:
        """The answer as JSON."""
        answer = self.send(call)
        try:
            answer.read()
        finally:
            answer.close()
        return answer.json()

    def close(self) -> None:
        self._client.close()
