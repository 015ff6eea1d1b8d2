"""Requests, and when they are sent again. Nothing in here waits: both clients use it."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Union
from urllib.parse import quote

import httpx

from ._errors import PlatenError

DEFAULT_URL = "http://127.0.0.1:3000"
DEFAULT_TIMEOUT = 120.0
DEFAULT_RETRIES = 3
LONG_POLL = 30
"""Seconds that the service holds an answer back until a job or a batch has ended."""

_PAUSE = 0.5
_LONGEST_PAUSE = 60.0

Query = Mapping[str, Union[str, int, None]]


@dataclass(frozen=True)
class Call:
    """One call of the API."""

    method: str
    path: str
    body: Any = None
    query: Query = field(default_factory=dict)
    accept: Optional[str] = None
    idempotency_key: Optional[str] = None
    """Work is done, and charged, once for a day, however often it is sent. By itself each POST has one of its own."""


def build(client: Union[httpx.Client, httpx.AsyncClient], call: Call, base: str) -> httpx.Request:
    """The request of a call. It is made once, so that each try has the same ``Idempotency-Key``."""
    key = call.idempotency_key or (str(uuid.uuid4()) if call.method == "POST" else None)
    headers = {
        **({} if call.accept is None else {"accept": call.accept}),
        **({} if key is None else {"idempotency-key": key}),
    }
    query = {name: str(value) for name, value in call.query.items() if value is not None}
    # Left out where it has nothing: httpx would write a "?".
    optional: dict[str, Any] = {**({"params": query} if query else {}), **({} if call.body is None else {"json": call.body})}
    return client.build_request(call.method, base + call.path, headers=headers, **optional)


def pause_before_retry(error: Exception, attempt: int, retries: int) -> Optional[float]:
    """Seconds before the next try; None when what went wrong stays wrong, or was tried often enough."""
    if attempt >= retries:
        return None
    pause = random.random() * _PAUSE * 2.0**attempt
    if isinstance(error, PlatenError):
        if not error.retryable:
            return None
        pause = max(pause, error.retry_after or 0.0)
    elif not isinstance(error, httpx.TransportError):
        return None
    return min(pause, _LONGEST_PAUSE)


def body_of(html: Optional[str], url: Optional[str], fields: Mapping[str, Any]) -> dict[str, Any]:
    """A request with its short forms written out."""
    if html is not None and url is not None:
        raise TypeError('Give "html" or "url", not both.')
    if html is None and url is None:
        return dict(fields)
    if isinstance(fields.get("source"), str):
        raise TypeError('Give "html", "url" or a text as "source", not two of them.')
    source = {"url": url} if html is None else {"html": html}
    return {**fields, "source": {**(fields.get("source") or {}), **source}}


def path_of(folder: str, name: str) -> str:
    """The path of one thing. Names are the caller's: no part of one leads elsewhere."""
    return f"/v1/{folder}/{quote(name, safe='')}"
