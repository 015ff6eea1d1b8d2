"""``/v1/templates``: stored documents; ``pdf(template_id=…, data=…)`` fills one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, cast

from .._request import Call, path_of
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import CreateTemplateRequest, ReplaceTemplateRequest, Template, TemplateEntry


class AsyncTemplates:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, **request: Unpack[CreateTemplateRequest]) -> Template:
        """:raises PlatenError: ``slug_taken``"""
        return await self._one(Call("POST", "/v1/templates", request))

    async def get(self, reference: str) -> Template:
        """:param reference: its slug or id; with ``@3`` that version, with ``@draft`` what is being worked on"""
        return await self._one(Call("GET", path_of("templates", reference)))

    async def update(self, slug: str, /, **request: Unpack[ReplaceTemplateRequest]) -> Template:
        """Changes and publishes it; what is not named stays."""
        return await self._one(Call("PUT", path_of("templates", slug), request))

    async def remove(self, slug: str) -> None:
        """With all its versions, at once and for good."""
        await self._transport.json(Call("DELETE", path_of("templates", slug)))

    async def list(self) -> AsyncIterator[TemplateEntry]:
        """All of them, page after page."""
        page = 0
        while True:
            answer = await self._transport.json(Call("GET", "/v1/templates", query={"page": page}))
            for template in answer["templates"]["data"]:
                yield template
            if not answer["templates"]["has_more"]:
                return
            page += 1

    async def _one(self, call: Call) -> Template:
        answer: Any = await self._transport.json(call)
        return cast("Template", answer["template"])
