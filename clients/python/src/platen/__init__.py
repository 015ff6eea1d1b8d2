"""The client of the Platen API: documents in, PDF, images, text, Markdown and verified data out."""

from ._async.client import AsyncPlaten
from ._async.file import AsyncPlatenFile
from ._errors import Issue, PlatenError
from ._sync.client import Platen
from ._sync.file import PlatenFile
from ._webhooks import WebhookEvent, WebhookRefused, verify_webhook

__all__ = [
    "AsyncPlaten",
    "AsyncPlatenFile",
    "Issue",
    "Platen",
    "PlatenError",
    "PlatenFile",
    "WebhookEvent",
    "WebhookRefused",
    "verify_webhook",
]
