# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""``/v1/templates``: stored documents; ``pdf(template_id=…, data=…)`` fills one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, cast

from .._request import Call, path_of
from .transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import CreateTemplateRequest, ReplaceTemplateRequest, Template, TemplateEntry


class Templates:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, **request: Unpack[CreateTemplateRequest]) -> Template:
        """:raises PlatenError: ``slug_taken``"""
        return self._one(Call("POST", "/v1/templates", request))

    def get(self, reference: str) -> Template:
        """:param reference: its slug or id; with ``@3`` that version, with ``@draft`` what is being worked on"""
        return self._one(Call("GET", path_of("templates", reference)))

    def update(self, slug: str, /, **request: Unpack[ReplaceTemplateRequest]) -> Template:
        """Changes and publishes it; what is not named stays."""
        return self._one(Call("PUT", path_of("templates", slug), request))

    def remove(self, slug: str) -> None:
        """With all its versions, at once and for good."""
        self._transport.json(Call("DELETE", path_of("templates", slug)))

    def list(self) -> Iterator[TemplateEntry]:
        """All of them, page after page."""
        page = 0
        while True:
            answer = self._transport.json(Call("GET", "/v1/templates", query={"page": page}))
            for template in answer["templates"]["data"]:
                yield template
            if not answer["templates"]["has_more"]:
                return
            page += 1

    def _one(self, call: Call) -> Template:
        answer: Any = self._transport.json(call)
        return cast("Template", answer["template"])
