# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""The client: what one converts with."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Type, cast

import httpx

from .._request import DEFAULT_RETRIES, DEFAULT_TIMEOUT, DEFAULT_URL, Call, Query, body_of
from .analysis import Analysis
from .batches import Batches
from .file import PlatenFile
from .jobs import Jobs
from .templates import Templates
from .transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import ImageRequest, MarkdownRequest, PdfRequest, Results, SeveralRequest, TextRequest

Kind = Literal["pdf", "image", "text", "markdown"]


class Platen:
    """The Platen API.

    Every conversion takes ``html`` (HTML, or a Liquid template if there is ``data``) or ``url`` (the address of a page),
    the fields of its request, and ``idempotency_key``: the work is done, and charged, once for a day, however often it is
    sent. By itself each call has one of its own.

    :param key: an API key, ``plk_live_…`` or ``plk_test_…``
    :param url: where the service is
    :param retries: further tries of what may succeed then: 429, faults of the service, broken connections
    :param timeout: seconds that the service may be silent; a synchronous conversion is answered within 100 seconds
    """

    def __init__(
        self,
        key: Optional[str] = None,
        *,
        url: str = DEFAULT_URL,
        retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._transport = Transport(key=key, url=url, retries=retries, timeout=timeout)
        self.templates = Templates(self._transport)
        self.jobs = Jobs(self._transport)
        self.batches = Batches(self._transport)
        self.analysis = Analysis(self._transport)

    def pdf(
        self,
        *,
        html: Optional[str] = None,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[PdfRequest],
    ) -> PlatenFile:
        return self._convert("pdf", body_of(html, url, fields), idempotency_key)

    def image(
        self,
        *,
        html: Optional[str] = None,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[ImageRequest],
    ) -> PlatenFile:
        return self._convert("image", body_of(html, url, fields), idempotency_key)

    def text(
        self,
        *,
        html: Optional[str] = None,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[TextRequest],
    ) -> PlatenFile:
        return self._convert("text", body_of(html, url, fields), idempotency_key)

    def markdown(
        self,
        *,
        html: Optional[str] = None,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[MarkdownRequest],
    ) -> PlatenFile:
        return self._convert("markdown", body_of(html, url, fields), idempotency_key)

    def convert(
        self,
        *,
        html: Optional[str] = None,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[SeveralRequest],
    ) -> Results:
        """Several results of one loaded page."""
        body = {**body_of(html, url, fields), "response_type": "json"}
        call = Call("POST", "/v1/convert", body, idempotency_key=idempotency_key)
        return cast("Results", self._transport.json(call))

    def queue(
        self,
        kind: Kind,
        *,
        html: Optional[str] = None,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **fields: Any,
    ) -> str:
        """Converts later.

        :returns: the id of a job, for ``jobs.wait`` and ``jobs.result``
        """
        body = {**body_of(html, url, fields), "async": True}
        call = Call("POST", f"/v1/convert/{kind}", body, idempotency_key=idempotency_key)
        return cast(str, (self._transport.json(call))["id"])

    def account(self) -> Mapping[str, Any]:
        """The organization, the key, and what is left of its limits."""
        return cast("Mapping[str, Any]", self._transport.json(Call("GET", "/v1/account")))

    def usage(self, *, since: Optional[str] = None, until: Optional[str] = None) -> Mapping[str, Any]:
        """What was used, by day, key and format; the newest day first."""
        call = Call("GET", "/v1/credits/usage", query={"since": since, "until": until})
        return cast("Mapping[str, Any]", self._transport.json(call))

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Optional[Query] = None,
        idempotency_key: Optional[str] = None,
    ) -> httpx.Response:
        """Any call of the API; for what has no method of its own. What is wrong with it is raised as with those.

        :param path: with its version, such as ``/v1/keys``
        :returns: the answer, whose body is not read yet
        """
        return self._transport.send(Call(method, path, body, query or {}, idempotency_key=idempotency_key))

    def json(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Optional[Query] = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """As ``send``, for an answer that is JSON."""
        return self._transport.json(Call(method, path, body, query or {}, idempotency_key=idempotency_key))

    def close(self) -> None:
        """Ends its connections."""
        self._transport.close()

    def __enter__(self) -> Platen:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _convert(self, kind: Kind, body: Mapping[str, Any], key: Optional[str]) -> PlatenFile:
        return PlatenFile(self._transport.send(Call("POST", f"/v1/convert/{kind}", body, idempotency_key=key)))
