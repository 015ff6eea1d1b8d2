# Made from the schemas of the API by "node test/openapi/python-types.ts"; do not edit.
"""What requests have and answers hold, for type checkers. At run time they are plain dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Required


_PdfRequestNames = TypedDict(
    "_PdfRequestNames",
    {"async": "bool"},
    total=False,
)


class PdfRequest(_PdfRequestNames, total=False):
    source: Union[str, Source]
    """What to convert: an address or HTML."""
    data: Mapping[str, Any]
    """Variables for the Liquid placeholders of `source.html`, and of the header and footer."""
    strict_variables: bool
    """Refuses a template that uses a variable which `data` does not have. Default: it prints nothing."""
    escape: Literal["html", "none"]
    """What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them."""
    css: str
    """Style sheet to add: CSS code or the URL of a file."""
    javascript: str
    """Script to run after the page has loaded: code or the URL of a file."""
    delay: int
    """Milliseconds to wait, in real time, before capturing. Default: `0`."""
    timeout: int
    """Seconds after which loading and waiting end without an error; the page is captured as it is then."""
    wait_for: str
    """Name of a global function; waits up to 30 s until it returns a truthy value."""
    wait_for_selector: Union[str, AwaitedElement]
    """Waits up to 30 s until the element is there."""
    virtual_time: bool
    """Run timers and animations of the page ahead by up to 2 s instead of waiting for them. Default: `true`."""
    wait_for_network: bool
    """Wait for what the script of the page asks the network for, up to 5 s. `false` excludes `ignore_long_polling`. Default: `true`."""
    ignore_long_polling: bool
    """Wait for requests of the page for a second only: those that stay open have nothing for the result. Needs `wait_for_network`. Default: `false`."""
    lazy_load_images: bool
    """Load what the page loads or shows on scrolling only. Default: `true`."""
    viewport: Union[str, Viewport]
    """Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper. Its `device_scale_factor` must not contradict `dpi`."""
    disable_javascript: bool
    """Do not run the scripts of the page. Default: `false`."""
    media: Literal["screen", "print"]
    """CSS medium; default screen. Must not contradict `use_print`."""
    use_print: bool
    """`true` says the same as `media: "print"`. Must not contradict `media`."""
    http_headers: Mapping[str, str]
    """Request headers for the origin of `source.url` only."""
    cookies: Sequence[Cookie]
    """Cookies for the host of `source.url`."""
    auth: Credentials
    """HTTP credentials for the origin of `source.url`."""
    locale: str
    """Language of the browser, for script and for the source, such as `de-CH`."""
    timezone: str
    """Time zone of the browser, such as `Europe/Berlin`. Default: that of the service."""
    color_scheme: Literal["light", "dark"]
    """Answer to the media query `prefers-color-scheme`. Default light."""
    reduced_motion: bool
    """Answer to the media query `prefers-reduced-motion`: `true` asks for less movement. Default: `false`."""
    user_agent: str
    """Name of the browser, for script and for the source."""
    disable_images: bool
    """Leave out images; their places stay. Default: `false`."""
    hide_selectors: Union[str, Sequence[str]]
    """CSS selectors of elements that are not shown and take no place."""
    block_resources: Sequence[Literal["image", "media", "font", "stylesheet", "script", "fetch"]]
    """Kinds of files that the page does not get."""
    block_ads: bool
    """Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty. Default: `false`."""
    block_cookie_banners: bool
    """Hide questions for cookie consent, without an answer, and what they lay over the page. Default: `false`."""
    allow_error_status: bool
    """Render the page even when the source answers 4xx or 5xx. Default false. Must not contradict `raise_for_status`."""
    raise_for_status: bool
    """`false` says the same as `allow_error_status: true`. Must not contradict `allow_error_status`."""
    strict: bool
    """Fail instead of warning when something of the page is missing. Default: `false`."""
    fail_on: Sequence[Literal["resource_failed", "resource_blocked", "source_looks_like_address", "template_without_data", "template_not_liquid", "source_redirected", "navigation_refused", "document_cut", "script_error", "ready_timeout", "print_styles_ignored", "unsupported_css", "pages_unsettled", "string_unset", "content_clipped", "content_shrunk", "page_split", "untagged_large", "form_field_missing", "blank_page_removed", "font_missing", "content_covered", "text_rasterized", "image_rasterized", "image_recompressed", "ads_blocked", "cookie_banner_hidden", "empty_output", "content_truncated", "details_left_out", "option_ignored"]]
    """Warnings that are an error; `strict` stands for those that mean that something is missing."""
    download_name: str
    """Name under which a browser stores the result; the extension of its format is added."""
    sandbox: bool
    """Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always."""
    tag: str
    """A word of yours, such as a department or a customer; usage is reported by it."""
    template_id: str
    """A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`."""
    webhook: Union[str, RequestWebhook]
    """The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it."""
    destination: Union[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put], Sequence[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put]]]
    """Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them."""
    s3_destination: str
    """Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for."""
    presigned_url: str
    """Short form: an address that takes the result by PUT."""
    filename: str
    """Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes."""
    expires_in: int
    """Seconds that a kept result stays, 30 days at most. Default: 172,800, two days."""
    on_timeout: Literal["error", "async"]
    """What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds."""
    format: str
    """Paper: A0 to A6, Letter, Legal, Tabloid, Ledger, `{w}x{h}`, `{w}xauto` or `auto` (one page as tall as the content). Default: the page's own `@page size`, else A4. Not with `width` and `height`."""
    width: Union[float, str]
    """Width of the paper. Goes with `height`. Not with `format`. From 10 px to 14,400 pt."""
    height: Union[float, str]
    """Height of the paper. Goes with `width`. Not with `format`. From 10 px to 14,400 pt."""
    landscape: bool
    """Whether the paper lies on its long side, whatever the page's own `@page size` says. Default: as it says. Not with a `format` that is as tall as the content."""
    margin: Union[float, str, Margins]
    """Margins: a length, "top right bottom left", or sides. A number is CSS pixels. `@page :first` and named pages keep their own. Default: the page's own `@page margin`, else 0.4in."""
    zoom: float
    """Scale of the content. Default: `1`."""
    fit: Literal["width", "none"]
    """What happens to content that is wider than the paper: shrunk with all the rest (`width`), or cut off (`none`). With `width` a word of more than twice the width of the paper is broken instead; pages that name `@page` sizes of several widths are left as they are. Default: `"width"`."""
    expand: bool
    """Show what boxes with scroll bars, text areas, frames and closed details hide. Default: `false`."""
    pages: str
    """Pages to keep; numbers beyond the end are ignored."""
    trim_blank_pages: Literal["none", "last", "all"]
    """Blank pages to leave out: those at the end (`last`, the default), all, or none. Not when `pages` chooses. A page with nothing but white space, or with a picture of one pixel, is blank; one that shows an element of `position: fixed` is not. Must not contradict `remove_blank`."""
    remove_blank: bool
    """`true` says the same as `trim_blank_pages: "last"`, `false` the same as `"none"`. Must not contradict `trim_blank_pages`."""
    prefer_css_page_size: bool
    """Let `@page size` of the page win over `format`, `width` and `height`. Default: `false`."""
    prefer_css_page_margin: bool
    """Let `@page margin` of the page win over `margin`. Default: `false`."""
    disable_backgrounds: bool
    """Leave out background colors and images. Default: `false`."""
    header: HeaderOrFooter
    """Printed at the top of every page, or of those in `on`."""
    footer: HeaderOrFooter
    """Printed at the bottom of every page, or of those in `on`."""
    forms: bool
    """Make inputs, text areas, selects, check boxes, radio buttons and `<input type="signature">` fields that can be filled in. Default: `false`."""
    disable_links: bool
    """Leave out links; their text stays. Default: `false`."""
    metadata: PdfMetadata
    """What the document tells about itself, with entries of your own if you like."""
    protection: Protection
    """Encrypt the document, with passwords and with what a reader may not do with it. Not with `deterministic`. Its two passwords must differ."""
    deterministic: bool
    """Write no times, so that the same input gives the same bytes. Not with `protection`. Default: `false`."""
    watermark: Watermark
    """Laid over every page; readers aloud pass it over."""
    compression: Literal["lossless", "images"]
    """`images` compresses pictures anew where that makes them smaller; they lose detail. Default: `"lossless"`."""
    image_dpi: int
    """Pixels per inch that pictures keep. Default: all that they have."""
    tagged: bool
    """Write the structure tree that screen readers need. Default: `true`."""
    outline: bool
    """Write bookmarks from the headings. Default as `tagged`: a document without tags has none unless asked for."""
    response_type: Literal["binary", "json", "base64"]
    """The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes; JSON for text and Markdown with `chunking`, `include` or `elements`."""
    encode: bool
    """`true` says the same as `response_type: "base64"`."""


class Source(TypedDict, total=False):
    """Exactly one of `url` and `html`."""

    url: str
    """Page to render; http or https."""
    html: str
    """HTML to render. With `data` it is a Liquid template."""
    base_url: str
    """Address that relative links, images and scripts of `html` refer to."""
    files: Mapping[str, str]
    """Files that `html` refers to by relative names: base64 by name, for example `{"logo.png": "iVBOR…"}`."""


class AwaitedElement(TypedDict, total=False):
    selector: Required[str]
    """CSS selector."""
    state: Literal["attached", "visible", "hidden"]
    """What to wait for. Default: `"visible"`."""
    timeout: float
    """Seconds. Default: 30."""


class Viewport(TypedDict, total=False):
    width: Required[int]
    height: Required[int]
    device_scale_factor: float


class Cookie(TypedDict, total=False):
    name: Required[str]
    value: Required[str]
    secure: bool
    """Send it over https only."""
    http_only: bool
    """Hide it from the script of the page."""


class Credentials(TypedDict, total=False):
    username: Required[str]
    password: Required[str]


class RequestWebhook(TypedDict, total=False):
    url: Required[str]
    """Where deliveries are sent: https, at a public address. An address that the operator allows (`PLATEN_EGRESS_ALLOW`) may be http or private."""
    method: Literal["POST", "PUT", "PATCH"]
    """Default: POST. Default: `"POST"`."""
    headers: Mapping[str, str]
    """Headers beside those of the service, 20 at most. Their values are not shown again. Default: `{}`."""
    auth: Union[AuthField, None]
    """Sent as Basic authentication (RFC 7617). The password is not shown again. Default: `null`."""
    events: Sequence[Literal["conversion.succeeded", "conversion.failed", "conversion.canceled", "delivery.succeeded", "delivery.failed"]]
    """Default: how the job ended, whichever way, and what could not be sent to its destination. Default: `["conversion.succeeded","conversion.failed","conversion.canceled","delivery.failed"]`."""


class AuthField(TypedDict, total=False):
    username: Required[str]
    password: Required[str]


class ConnectionDestination(TypedDict, total=False):
    kind: Literal["connection"]
    connection: Required[str]
    """Id of a connection (`POST /v1/connections`)."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_s3(TypedDict, total=False):
    kind: Required[Literal["s3"]]
    bucket: Required[str]
    region: str
    """Default: us-east-1; `auto` for R2."""
    endpoint: str
    """Origin of a service other than AWS: R2, B2, MinIO, Wasabi, Spaces."""
    path_style: bool
    """Whether the bucket stands in the path. Default: with an `endpoint`, yes."""
    access_key_id: Required[str]
    secret_access_key: Required[str]
    session_token: str
    acl: Literal["private", "public-read", "authenticated-read", "bucket-owner-read", "bucket-owner-full-control"]
    storage_class: str
    encryption: Literal["AES256", "aws:kms"]
    """Encryption by the service."""
    kms_key_id: str
    tags: Mapping[str, str]
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_gcs(TypedDict, total=False):
    kind: Required[Literal["gcs"]]
    bucket: Required[str]
    service_account: str
    """The key of a service account: its JSON file."""
    access_token: str
    """Instead: a token as it is; it ends after an hour."""
    storage_class: Literal["STANDARD", "NEARLINE", "COLDLINE", "ARCHIVE"]
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_azure_blob(TypedDict, total=False):
    kind: Required[Literal["azure_blob"]]
    account: Required[str]
    container: Required[str]
    account_key: str
    """One of the two keys of the account."""
    sas_token: str
    tenant_id: str
    client_id: str
    """Of an application, with `tenant_id` and `client_secret`."""
    client_secret: str
    endpoint: str
    """Default: https://ACCOUNT.blob.core.windows.net."""
    tier: Literal["Hot", "Cool", "Cold", "Archive"]
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_dropbox(TypedDict, total=False):
    kind: Required[Literal["dropbox"]]
    access_token: str
    """A token as it is; it mostly ends after hours."""
    refresh_token: str
    """What new tokens are had by, with `client_id` and `client_secret` of your app."""
    client_id: str
    client_secret: str
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_google_drive(TypedDict, total=False):
    kind: Required[Literal["google_drive"]]
    access_token: str
    """A token as it is; it mostly ends after hours."""
    refresh_token: str
    """What new tokens are had by, with `client_id` and `client_secret` of your app."""
    client_id: str
    client_secret: str
    folder_id: str
    """Id of the folder that paths start in, of a shared drive too. Default: `root`."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_onedrive(TypedDict, total=False):
    kind: Required[Literal["onedrive"]]
    access_token: str
    """A token as it is; it mostly ends after hours."""
    refresh_token: str
    """What new tokens are had by, with `client_id` and `client_secret` of your app."""
    client_id: str
    client_secret: str
    drive: str
    """Id of a drive, that of a SharePoint library for example. Default: the one of the account."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_box(TypedDict, total=False):
    kind: Required[Literal["box"]]
    access_token: str
    """A token as it is; it mostly ends after hours."""
    refresh_token: str
    """What new tokens are had by, with `client_id` and `client_secret` of your app."""
    client_id: str
    client_secret: str
    folder_id: str
    """Id of the folder that paths start in. Default: `0`, all files."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_webdav(TypedDict, total=False):
    kind: Required[Literal["webdav"]]
    url: Required[str]
    """Folder that paths start in; of Nextcloud `https://cloud.example/remote.php/dav/files/USER/`."""
    username: str
    password: str
    token: str
    """Sent as Bearer."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_sftp(TypedDict, total=False):
    kind: Required[Literal["sftp"]]
    host: Required[str]
    port: int
    """Default: 22."""
    username: Required[str]
    password: str
    private_key: str
    """OpenSSH or PEM, in place of a password."""
    passphrase: str
    """Of the private key."""
    host_key: Required[str]
    """Key of the server, as `ssh-keyscan HOST` or `ssh-keygen -lf` prints it; no other is talked to."""
    folder: str
    """Folder that paths start in. Default: that of the account."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_ftp(TypedDict, total=False):
    kind: Required[Literal["ftp"]]
    host: Required[str]
    port: int
    """Default: 21; with `implicit` 990."""
    secure: Literal["explicit", "implicit"]
    """FTPS: by AUTH TLS (RFC 4217), or from the first byte on. Default: nothing is encrypted."""
    username: Required[str]
    password: Required[str]
    folder: str
    """Folder that paths start in. Default: that of the account."""
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


_Destination_emailNames = TypedDict(
    "_Destination_emailNames",
    {"from": "str"},
    total=False,
)


class Destination_email(_Destination_emailNames, total=False):
    kind: Required[Literal["email"]]
    host: Required[str]
    port: int
    """Default: 465; 587 with `starttls`."""
    starttls: bool
    """Whether TLS begins by STARTTLS, without which nothing is sent. Default: with the connection."""
    username: str
    password: str
    to: Required[Sequence[str]]
    subject: str
    """Default: the name of the file."""
    text: str
    path: str
    """Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder."""
    on_conflict: Literal["replace", "rename", "fail"]
    """What happens if there is a file of this name. Default: `replace`."""


class Destination_http_put(TypedDict, total=False):
    kind: Required[Literal["http_put"]]
    url: Required[str]
    """Address that takes the bytes, such as a presigned URL. It is kept sealed, and shown without its query."""
    headers: Mapping[str, str]
    """Headers that go with it, `x-amz-acl` for example. Their values are not shown again."""
    method: Literal["PUT", "POST"]
    """Default: PUT."""


class Margins(TypedDict, total=False):
    top: Union[float, str]
    """CSS pixels, or text with a unit (px, pt, pc, in, cm, mm), such as "10mm"."""
    right: Union[float, str]
    """CSS pixels, or text with a unit (px, pt, pc, in, cm, mm), such as "10mm"."""
    bottom: Union[float, str]
    """CSS pixels, or text with a unit (px, pt, pc, in, cm, mm), such as "10mm"."""
    left: Union[float, str]
    """CSS pixels, or text with a unit (px, pt, pc, in, cm, mm), such as "10mm"."""


class HeaderOrFooter(TypedDict, total=False):
    source: Required[str]
    """HTML with `{{page}} {{total}} {{date}} {{title}} {{url}}`, `{{page | minus: 1}}` and named strings of the document (`{{strings.chapter}}`), or the URL of a file of it."""
    height: Union[float, str]
    """Room kept for it; by default the margin, grown to what it needs."""
    start_at: int
    """The first page that shows it, as the whole document counts them. All pages keep its room. Default: `1`."""
    on: str
    """The pages that show it, beside `start_at`: `first`, `last` (of the PDF), `odd`, `even`, `not_first`, or numbers such as `3-` and `1,4-6`."""
    start_number: int
    """The number of the first page that shows it; `{{page}}` and `{{total}}` count from there. Default: as the whole document counts."""
    inherit_css: bool
    """Apply the document's style sheets and fonts, and `css`, to what is in it; also what `body` hands down. Default: `false`."""


class PdfMetadata(TypedDict, total=False):
    """Beside these fields it may have entries of your own: at most 50 in all, with names of up to 64 letters, digits, spaces and `-_.`, and texts of up to 2,000 characters."""

    title: str
    """Title; the page's own by default. Readers show it in their window."""
    author: str
    """Who wrote it."""
    subject: str
    """What it is about."""
    keywords: str
    """Words to find it by, parted by commas."""
    creator: str
    """The program that the document comes from."""


class Protection(TypedDict, total=False):
    user_password: str
    """Opens the document. Absent: everybody may read it."""
    owner_password: str
    """Opens the document with every right. Absent: nobody has them."""
    algorithm: Literal["aes-256"]
    """AES-256, revision 6 (PDF 2.0). Default: `"aes-256"`."""
    no_print: bool
    """Do not allow printing. Default: `false`."""
    no_copy: bool
    """Do not allow copying text and images; reading aloud stays allowed. Default: `false`."""
    no_modify: bool
    """Do not allow changes. Default: `false`."""
    no_annotate: bool
    """Do not allow comments and filling in forms. Default: `false`."""
    no_forms: bool
    """Do not allow filling in forms. Default: `false`."""
    no_assemble: bool
    """Do not allow adding, turning and removing pages. Default: `false`."""


class Watermark(TypedDict, total=False):
    text: str
    """Words; lines are kept."""
    image: str
    """A picture: its http or https URL, a data URL, or Base64. It has its own size at 96 pixels per inch."""
    source: str
    """A letterhead, for example: the http or https URL of a PDF (its first page) or of a picture, or a PDF as Base64. A PDF has at most 10 MB, a picture 5 MB."""
    font_size: float
    """Points. Default: `16`."""
    font_family: Literal["Helvetica", "Times", "Courier"]
    """Font of `text`. Default: `"Helvetica"`."""
    font_color: str
    """Color of `text`. Default: `"#000000"`."""
    font_opacity: float
    """0 (invisible) to 100, for pictures and PDFs too. Default: `100`."""
    font_bold: bool
    """Bold `text`. Default: `false`."""
    font_italic: bool
    """Slanted `text`. Default: `false`."""
    offset_x: Union[float, Literal["left", "center", "right"]]
    """Points from the left edge of the page, or where it is aligned. Default: `"center"`."""
    offset_y: Union[float, Literal["top", "middle", "bottom"]]
    """Points from the top edge of the page, or where it is aligned. Default: `"middle"`."""
    rotate: float
    """Degrees clockwise. Default -45; 0 for `source`."""
    behind: bool
    """Under the content instead of over it. Default: `false`."""


_ImageRequestNames = TypedDict(
    "_ImageRequestNames",
    {"async": "bool"},
    total=False,
)


class ImageRequest(_ImageRequestNames, total=False):
    source: Union[str, Source]
    """What to convert: an address or HTML."""
    data: Mapping[str, Any]
    """Variables for the Liquid placeholders of `source.html`, and of the header and footer."""
    strict_variables: bool
    """Refuses a template that uses a variable which `data` does not have. Default: it prints nothing."""
    escape: Literal["html", "none"]
    """What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them."""
    css: str
    """Style sheet to add: CSS code or the URL of a file."""
    javascript: str
    """Script to run after the page has loaded: code or the URL of a file."""
    delay: int
    """Milliseconds to wait, in real time, before capturing. Default: `0`."""
    timeout: int
    """Seconds after which loading and waiting end without an error; the page is captured as it is then."""
    wait_for: str
    """Name of a global function; waits up to 30 s until it returns a truthy value."""
    wait_for_selector: Union[str, AwaitedElement]
    """Waits up to 30 s until the element is there."""
    virtual_time: bool
    """Run timers and animations of the page ahead by up to 2 s instead of waiting for them. Default: `true`."""
    wait_for_network: bool
    """Wait for what the script of the page asks the network for, up to 5 s. `false` excludes `ignore_long_polling`. Default: `true`."""
    ignore_long_polling: bool
    """Wait for requests of the page for a second only: those that stay open have nothing for the result. Needs `wait_for_network`. Default: `false`."""
    lazy_load_images: bool
    """Load what the page loads or shows on scrolling only. Default: `true`."""
    viewport: Union[str, Viewport]
    """Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper. Its `device_scale_factor` must not contradict `dpi`."""
    disable_javascript: bool
    """Do not run the scripts of the page. Default: `false`."""
    media: Literal["screen", "print"]
    """CSS medium; default screen. Must not contradict `use_print`."""
    use_print: bool
    """`true` says the same as `media: "print"`. Must not contradict `media`."""
    http_headers: Mapping[str, str]
    """Request headers for the origin of `source.url` only."""
    cookies: Sequence[Cookie]
    """Cookies for the host of `source.url`."""
    auth: Credentials
    """HTTP credentials for the origin of `source.url`."""
    locale: str
    """Language of the browser, for script and for the source, such as `de-CH`."""
    timezone: str
    """Time zone of the browser, such as `Europe/Berlin`. Default: that of the service."""
    color_scheme: Literal["light", "dark"]
    """Answer to the media query `prefers-color-scheme`. Default light."""
    reduced_motion: bool
    """Answer to the media query `prefers-reduced-motion`: `true` asks for less movement. Default: `false`."""
    user_agent: str
    """Name of the browser, for script and for the source."""
    disable_images: bool
    """Leave out images; their places stay. Default: `false`."""
    hide_selectors: Union[str, Sequence[str]]
    """CSS selectors of elements that are not shown and take no place."""
    block_resources: Sequence[Literal["image", "media", "font", "stylesheet", "script", "fetch"]]
    """Kinds of files that the page does not get."""
    block_ads: bool
    """Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty. Default: `false`."""
    block_cookie_banners: bool
    """Hide questions for cookie consent, without an answer, and what they lay over the page. Default: `false`."""
    allow_error_status: bool
    """Render the page even when the source answers 4xx or 5xx. Default false. Must not contradict `raise_for_status`."""
    raise_for_status: bool
    """`false` says the same as `allow_error_status: true`. Must not contradict `allow_error_status`."""
    strict: bool
    """Fail instead of warning when something of the page is missing. Default: `false`."""
    fail_on: Sequence[Literal["resource_failed", "resource_blocked", "source_looks_like_address", "template_without_data", "template_not_liquid", "source_redirected", "navigation_refused", "document_cut", "script_error", "ready_timeout", "print_styles_ignored", "unsupported_css", "pages_unsettled", "string_unset", "content_clipped", "content_shrunk", "page_split", "untagged_large", "form_field_missing", "blank_page_removed", "font_missing", "content_covered", "text_rasterized", "image_rasterized", "image_recompressed", "ads_blocked", "cookie_banner_hidden", "empty_output", "content_truncated", "details_left_out", "option_ignored"]]
    """Warnings that are an error; `strict` stands for those that mean that something is missing."""
    download_name: str
    """Name under which a browser stores the result; the extension of its format is added."""
    sandbox: bool
    """Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always."""
    tag: str
    """A word of yours, such as a department or a customer; usage is reported by it."""
    template_id: str
    """A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`."""
    webhook: Union[str, RequestWebhook]
    """The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it."""
    destination: Union[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put], Sequence[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put]]]
    """Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them."""
    s3_destination: str
    """Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for."""
    presigned_url: str
    """Short form: an address that takes the result by PUT."""
    filename: str
    """Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes."""
    expires_in: int
    """Seconds that a kept result stays, 30 days at most. Default: 172,800, two days."""
    on_timeout: Literal["error", "async"]
    """What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds."""
    target_format: str
    """Image format: png, jpeg or webp, in any case. Default: from the Accept header, else png."""
    fullpage: bool
    """Capture the whole page instead of the window. Not with `css_selector` or `clip`. Default: `false`."""
    css_selector: str
    """Capture the first element that matches. Not with `fullpage` or `clip`."""
    clip: Clip
    """Capture this part of the page, in CSS pixels. Not with `fullpage` or `css_selector`."""
    quality: int
    """Quality of jpeg and webp; default 80."""
    dpi: int
    """Device pixels per CSS pixel. Must not contradict `viewport.device_scale_factor`."""
    resize: Resize
    """Size of the image in pixels; it keeps its proportions and is drawn anew, so that text stays sharp."""
    transparent: bool
    """Keep the page's missing background transparent (png, webp). Must not contradict `omit_background`. Default: `false`."""
    omit_background: bool
    """Says the same as `transparent`. Must not contradict `transparent`."""
    response_type: Literal["binary", "json", "base64"]
    """The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes; JSON for text and Markdown with `chunking`, `include` or `elements`."""
    encode: bool
    """`true` says the same as `response_type: "base64"`."""


class Clip(TypedDict, total=False):
    x: Required[float]
    y: Required[float]
    width: Required[float]
    height: Required[float]


class Resize(TypedDict, total=False):
    width: int
    height: int
    fit: Literal["contain", "cover"]
    """Within the size (`contain`), or all over it, with what is too much cut off on both sides (`cover`). Default: `"contain"`."""


_TextRequestNames = TypedDict(
    "_TextRequestNames",
    {"async": "bool"},
    total=False,
)


class TextRequest(_TextRequestNames, total=False):
    source: Union[str, Source]
    """What to convert: an address or HTML."""
    data: Mapping[str, Any]
    """Variables for the Liquid placeholders of `source.html`, and of the header and footer."""
    strict_variables: bool
    """Refuses a template that uses a variable which `data` does not have. Default: it prints nothing."""
    escape: Literal["html", "none"]
    """What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them."""
    css: str
    """Style sheet to add: CSS code or the URL of a file."""
    javascript: str
    """Script to run after the page has loaded: code or the URL of a file."""
    delay: int
    """Milliseconds to wait, in real time, before capturing. Default: `0`."""
    timeout: int
    """Seconds after which loading and waiting end without an error; the page is captured as it is then."""
    wait_for: str
    """Name of a global function; waits up to 30 s until it returns a truthy value."""
    wait_for_selector: Union[str, AwaitedElement]
    """Waits up to 30 s until the element is there."""
    virtual_time: bool
    """Run timers and animations of the page ahead by up to 2 s instead of waiting for them. Default: `true`."""
    wait_for_network: bool
    """Wait for what the script of the page asks the network for, up to 5 s. `false` excludes `ignore_long_polling`. Default: `true`."""
    ignore_long_polling: bool
    """Wait for requests of the page for a second only: those that stay open have nothing for the result. Needs `wait_for_network`. Default: `false`."""
    lazy_load_images: bool
    """Load what the page loads or shows on scrolling only. Default: `true`."""
    viewport: Union[str, Viewport]
    """Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper. Its `device_scale_factor` must not contradict `dpi`."""
    disable_javascript: bool
    """Do not run the scripts of the page. Default: `false`."""
    media: Literal["screen", "print"]
    """CSS medium; default screen. Must not contradict `use_print`."""
    use_print: bool
    """`true` says the same as `media: "print"`. Must not contradict `media`."""
    http_headers: Mapping[str, str]
    """Request headers for the origin of `source.url` only."""
    cookies: Sequence[Cookie]
    """Cookies for the host of `source.url`."""
    auth: Credentials
    """HTTP credentials for the origin of `source.url`."""
    locale: str
    """Language of the browser, for script and for the source, such as `de-CH`."""
    timezone: str
    """Time zone of the browser, such as `Europe/Berlin`. Default: that of the service."""
    color_scheme: Literal["light", "dark"]
    """Answer to the media query `prefers-color-scheme`. Default light."""
    reduced_motion: bool
    """Answer to the media query `prefers-reduced-motion`: `true` asks for less movement. Default: `false`."""
    user_agent: str
    """Name of the browser, for script and for the source."""
    disable_images: bool
    """Leave out images; their places stay. Default: `false`."""
    hide_selectors: Union[str, Sequence[str]]
    """CSS selectors of elements that are not shown and take no place."""
    block_resources: Sequence[Literal["image", "media", "font", "stylesheet", "script", "fetch"]]
    """Kinds of files that the page does not get."""
    block_ads: bool
    """Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty. Default: `false`."""
    block_cookie_banners: bool
    """Hide questions for cookie consent, without an answer, and what they lay over the page. Default: `false`."""
    allow_error_status: bool
    """Render the page even when the source answers 4xx or 5xx. Default false. Must not contradict `raise_for_status`."""
    raise_for_status: bool
    """`false` says the same as `allow_error_status: true`. Must not contradict `allow_error_status`."""
    strict: bool
    """Fail instead of warning when something of the page is missing. Default: `false`."""
    fail_on: Sequence[Literal["resource_failed", "resource_blocked", "source_looks_like_address", "template_without_data", "template_not_liquid", "source_redirected", "navigation_refused", "document_cut", "script_error", "ready_timeout", "print_styles_ignored", "unsupported_css", "pages_unsettled", "string_unset", "content_clipped", "content_shrunk", "page_split", "untagged_large", "form_field_missing", "blank_page_removed", "font_missing", "content_covered", "text_rasterized", "image_rasterized", "image_recompressed", "ads_blocked", "cookie_banner_hidden", "empty_output", "content_truncated", "details_left_out", "option_ignored"]]
    """Warnings that are an error; `strict` stands for those that mean that something is missing."""
    download_name: str
    """Name under which a browser stores the result; the extension of its format is added."""
    sandbox: bool
    """Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always."""
    tag: str
    """A word of yours, such as a department or a customer; usage is reported by it."""
    template_id: str
    """A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`."""
    webhook: Union[str, RequestWebhook]
    """The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it."""
    destination: Union[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put], Sequence[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put]]]
    """Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them."""
    s3_destination: str
    """Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for."""
    presigned_url: str
    """Short form: an address that takes the result by PUT."""
    filename: str
    """Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes."""
    expires_in: int
    """Seconds that a kept result stays, 30 days at most. Default: 172,800, two days."""
    on_timeout: Literal["error", "async"]
    """What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds."""
    content: Literal["auto", "main", "full"]
    """What to keep: `main` is the main content without the frame of the site, `full` is everything visible and what is collapsed (`details`, panels, tabs), `auto` is the main content of a URL with its title, authors and facts, and everything but navigation, cookie dialogs and advertising of HTML. Default: `"auto"`."""
    include_selectors: Union[str, Sequence[str]]
    """CSS selectors of what stays, whatever `content` leaves out."""
    exclude_selectors: Union[str, Sequence[str]]
    """CSS selectors of what is left out."""
    only_selector: str
    """CSS selector: only what matches is read, and of that everything visible."""
    chunking: Literal["none", "headings"]
    """With `headings` the answer is JSON that also has the result in `chunks`, for search and language models: each heading begins one, and each is valid by itself. Default: `"none"`."""
    max_tokens: int
    """With `chunking`, the most tokens of a chunk: longer sections are cut between paragraphs, list items, rows (the head of the table is repeated), lines of code (in a fence of their own), or else sentences and words. Without it, the most tokens of the result, which then ends at such a place, with a warning. Tokens are an upper bound: at least what `cl100k_base` and `o200k_base` count, 10 % (English prose) to 30 % more for most pages. Front matter is not counted."""
    include: Sequence[Literal["links", "images", "html", "page_html"]]
    """What the answer, which then is JSON, lists beside the content: the links of what was read (`url`, `text`, `rel`), its images (`url`, `alt`, `title`), what was read as `html` without scripts and styles, and the whole page as `page_html`, as its scripts left it. JSON answers have the `metadata` of the page in any case. Default: `[]`."""
    elements: Union[str, Sequence[str]]
    """CSS selectors of elements that the answer, which then is JSON, lists one by one, whatever `content` leaves out: `tag`, `text`, `html` inside, `attributes`, and the box in CSS pixels. At most 1,000 of each."""
    links: Literal["none", "inline", "footnotes"]
    """Where the addresses of links stand: nowhere, after their text, or numbered at the end. Default: `"none"`."""
    wrap: int
    """Columns after which lines are broken; 0 keeps a paragraph in one line. Tables and code stay as they are. Default: `0`."""
    response_type: Literal["binary", "json", "base64"]
    """The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes; JSON for text and Markdown with `chunking`, `include` or `elements`."""
    encode: bool
    """`true` says the same as `response_type: "base64"`."""


_MarkdownRequestNames = TypedDict(
    "_MarkdownRequestNames",
    {"async": "bool"},
    total=False,
)


class MarkdownRequest(_MarkdownRequestNames, total=False):
    source: Union[str, Source]
    """What to convert: an address or HTML."""
    data: Mapping[str, Any]
    """Variables for the Liquid placeholders of `source.html`, and of the header and footer."""
    strict_variables: bool
    """Refuses a template that uses a variable which `data` does not have. Default: it prints nothing."""
    escape: Literal["html", "none"]
    """What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them."""
    css: str
    """Style sheet to add: CSS code or the URL of a file."""
    javascript: str
    """Script to run after the page has loaded: code or the URL of a file."""
    delay: int
    """Milliseconds to wait, in real time, before capturing. Default: `0`."""
    timeout: int
    """Seconds after which loading and waiting end without an error; the page is captured as it is then."""
    wait_for: str
    """Name of a global function; waits up to 30 s until it returns a truthy value."""
    wait_for_selector: Union[str, AwaitedElement]
    """Waits up to 30 s until the element is there."""
    virtual_time: bool
    """Run timers and animations of the page ahead by up to 2 s instead of waiting for them. Default: `true`."""
    wait_for_network: bool
    """Wait for what the script of the page asks the network for, up to 5 s. `false` excludes `ignore_long_polling`. Default: `true`."""
    ignore_long_polling: bool
    """Wait for requests of the page for a second only: those that stay open have nothing for the result. Needs `wait_for_network`. Default: `false`."""
    lazy_load_images: bool
    """Load what the page loads or shows on scrolling only. Default: `true`."""
    viewport: Union[str, Viewport]
    """Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper. Its `device_scale_factor` must not contradict `dpi`."""
    disable_javascript: bool
    """Do not run the scripts of the page. Default: `false`."""
    media: Literal["screen", "print"]
    """CSS medium; default screen. Must not contradict `use_print`."""
    use_print: bool
    """`true` says the same as `media: "print"`. Must not contradict `media`."""
    http_headers: Mapping[str, str]
    """Request headers for the origin of `source.url` only."""
    cookies: Sequence[Cookie]
    """Cookies for the host of `source.url`."""
    auth: Credentials
    """HTTP credentials for the origin of `source.url`."""
    locale: str
    """Language of the browser, for script and for the source, such as `de-CH`."""
    timezone: str
    """Time zone of the browser, such as `Europe/Berlin`. Default: that of the service."""
    color_scheme: Literal["light", "dark"]
    """Answer to the media query `prefers-color-scheme`. Default light."""
    reduced_motion: bool
    """Answer to the media query `prefers-reduced-motion`: `true` asks for less movement. Default: `false`."""
    user_agent: str
    """Name of the browser, for script and for the source."""
    disable_images: bool
    """Leave out images; their places stay. Default: `false`."""
    hide_selectors: Union[str, Sequence[str]]
    """CSS selectors of elements that are not shown and take no place."""
    block_resources: Sequence[Literal["image", "media", "font", "stylesheet", "script", "fetch"]]
    """Kinds of files that the page does not get."""
    block_ads: bool
    """Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty. Default: `false`."""
    block_cookie_banners: bool
    """Hide questions for cookie consent, without an answer, and what they lay over the page. Default: `false`."""
    allow_error_status: bool
    """Render the page even when the source answers 4xx or 5xx. Default false. Must not contradict `raise_for_status`."""
    raise_for_status: bool
    """`false` says the same as `allow_error_status: true`. Must not contradict `allow_error_status`."""
    strict: bool
    """Fail instead of warning when something of the page is missing. Default: `false`."""
    fail_on: Sequence[Literal["resource_failed", "resource_blocked", "source_looks_like_address", "template_without_data", "template_not_liquid", "source_redirected", "navigation_refused", "document_cut", "script_error", "ready_timeout", "print_styles_ignored", "unsupported_css", "pages_unsettled", "string_unset", "content_clipped", "content_shrunk", "page_split", "untagged_large", "form_field_missing", "blank_page_removed", "font_missing", "content_covered", "text_rasterized", "image_rasterized", "image_recompressed", "ads_blocked", "cookie_banner_hidden", "empty_output", "content_truncated", "details_left_out", "option_ignored"]]
    """Warnings that are an error; `strict` stands for those that mean that something is missing."""
    download_name: str
    """Name under which a browser stores the result; the extension of its format is added."""
    sandbox: bool
    """Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always."""
    tag: str
    """A word of yours, such as a department or a customer; usage is reported by it."""
    template_id: str
    """A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`."""
    webhook: Union[str, RequestWebhook]
    """The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it."""
    destination: Union[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put], Sequence[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put]]]
    """Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them."""
    s3_destination: str
    """Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for."""
    presigned_url: str
    """Short form: an address that takes the result by PUT."""
    filename: str
    """Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes."""
    expires_in: int
    """Seconds that a kept result stays, 30 days at most. Default: 172,800, two days."""
    on_timeout: Literal["error", "async"]
    """What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds."""
    content: Literal["auto", "main", "full"]
    """What to keep: `main` is the main content without the frame of the site, `full` is everything visible and what is collapsed (`details`, panels, tabs), `auto` is the main content of a URL with its title, authors and facts, and everything but navigation, cookie dialogs and advertising of HTML. Default: `"auto"`."""
    include_selectors: Union[str, Sequence[str]]
    """CSS selectors of what stays, whatever `content` leaves out."""
    exclude_selectors: Union[str, Sequence[str]]
    """CSS selectors of what is left out."""
    only_selector: str
    """CSS selector: only what matches is read, and of that everything visible."""
    chunking: Literal["none", "headings"]
    """With `headings` the answer is JSON that also has the result in `chunks`, for search and language models: each heading begins one, and each is valid by itself. Default: `"none"`."""
    max_tokens: int
    """With `chunking`, the most tokens of a chunk: longer sections are cut between paragraphs, list items, rows (the head of the table is repeated), lines of code (in a fence of their own), or else sentences and words. Without it, the most tokens of the result, which then ends at such a place, with a warning. Tokens are an upper bound: at least what `cl100k_base` and `o200k_base` count, 10 % (English prose) to 30 % more for most pages. Front matter is not counted."""
    include: Sequence[Literal["links", "images", "html", "page_html"]]
    """What the answer, which then is JSON, lists beside the content: the links of what was read (`url`, `text`, `rel`), its images (`url`, `alt`, `title`), what was read as `html` without scripts and styles, and the whole page as `page_html`, as its scripts left it. JSON answers have the `metadata` of the page in any case. Default: `[]`."""
    elements: Union[str, Sequence[str]]
    """CSS selectors of elements that the answer, which then is JSON, lists one by one, whatever `content` leaves out: `tag`, `text`, `html` inside, `attributes`, and the box in CSS pixels. At most 1,000 of each."""
    heading_style: Literal["atx", "setext"]
    """Headings with `#` in front, or the first two levels underlined. Default: `"atx"`."""
    bullet: Literal["-", "*", "+"]
    """Sign in front of list items. Default: `"-"`."""
    link_style: Literal["inline", "reference"]
    """Addresses beside the text of links, or numbered at the end. Default: `"inline"`."""
    tables: Literal["gfm", "html"]
    """Tables with pipes, their spans expanded, or as HTML with their spans. Default: `"gfm"`."""
    front_matter: bool
    """Begin with a block of YAML: title, address, language, description, author and date, where known. Default: `false`."""
    images: Literal["link", "data", "alt", "none"]
    """Images as links to their files, also those given as data URLs, their alternative text only, or nothing. Default: `"link"`."""
    response_type: Literal["binary", "json", "base64"]
    """The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes; JSON for text and Markdown with `chunking`, `include` or `elements`."""
    encode: bool
    """`true` says the same as `response_type: "base64"`."""


_SeveralRequestNames = TypedDict(
    "_SeveralRequestNames",
    {"async": "bool"},
    total=False,
)


class SeveralRequest(_SeveralRequestNames, total=False):
    source: Union[str, Source]
    """What to convert: an address or HTML."""
    data: Mapping[str, Any]
    """Variables for the Liquid placeholders of `source.html`, and of the header and footer."""
    strict_variables: bool
    """Refuses a template that uses a variable which `data` does not have. Default: it prints nothing."""
    escape: Literal["html", "none"]
    """What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them."""
    css: str
    """Style sheet to add: CSS code or the URL of a file."""
    javascript: str
    """Script to run after the page has loaded: code or the URL of a file."""
    delay: int
    """Milliseconds to wait, in real time, before capturing. Default: `0`."""
    timeout: int
    """Seconds after which loading and waiting end without an error; the page is captured as it is then."""
    wait_for: str
    """Name of a global function; waits up to 30 s until it returns a truthy value."""
    wait_for_selector: Union[str, AwaitedElement]
    """Waits up to 30 s until the element is there."""
    virtual_time: bool
    """Run timers and animations of the page ahead by up to 2 s instead of waiting for them. Default: `true`."""
    wait_for_network: bool
    """Wait for what the script of the page asks the network for, up to 5 s. `false` excludes `ignore_long_polling`. Default: `true`."""
    ignore_long_polling: bool
    """Wait for requests of the page for a second only: those that stay open have nothing for the result. Needs `wait_for_network`. Default: `false`."""
    lazy_load_images: bool
    """Load what the page loads or shows on scrolling only. Default: `true`."""
    viewport: Union[str, Viewport]
    """Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper. Its `device_scale_factor` must not contradict `dpi`."""
    disable_javascript: bool
    """Do not run the scripts of the page. Default: `false`."""
    media: Literal["screen", "print"]
    """CSS medium; default screen. Must not contradict `use_print`."""
    use_print: bool
    """`true` says the same as `media: "print"`. Must not contradict `media`."""
    http_headers: Mapping[str, str]
    """Request headers for the origin of `source.url` only."""
    cookies: Sequence[Cookie]
    """Cookies for the host of `source.url`."""
    auth: Credentials
    """HTTP credentials for the origin of `source.url`."""
    locale: str
    """Language of the browser, for script and for the source, such as `de-CH`."""
    timezone: str
    """Time zone of the browser, such as `Europe/Berlin`. Default: that of the service."""
    color_scheme: Literal["light", "dark"]
    """Answer to the media query `prefers-color-scheme`. Default light."""
    reduced_motion: bool
    """Answer to the media query `prefers-reduced-motion`: `true` asks for less movement. Default: `false`."""
    user_agent: str
    """Name of the browser, for script and for the source."""
    disable_images: bool
    """Leave out images; their places stay. Default: `false`."""
    hide_selectors: Union[str, Sequence[str]]
    """CSS selectors of elements that are not shown and take no place."""
    block_resources: Sequence[Literal["image", "media", "font", "stylesheet", "script", "fetch"]]
    """Kinds of files that the page does not get."""
    block_ads: bool
    """Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty. Default: `false`."""
    block_cookie_banners: bool
    """Hide questions for cookie consent, without an answer, and what they lay over the page. Default: `false`."""
    allow_error_status: bool
    """Render the page even when the source answers 4xx or 5xx. Default false. Must not contradict `raise_for_status`."""
    raise_for_status: bool
    """`false` says the same as `allow_error_status: true`. Must not contradict `allow_error_status`."""
    strict: bool
    """Fail instead of warning when something of the page is missing. Default: `false`."""
    fail_on: Sequence[Literal["resource_failed", "resource_blocked", "source_looks_like_address", "template_without_data", "template_not_liquid", "source_redirected", "navigation_refused", "document_cut", "script_error", "ready_timeout", "print_styles_ignored", "unsupported_css", "pages_unsettled", "string_unset", "content_clipped", "content_shrunk", "page_split", "untagged_large", "form_field_missing", "blank_page_removed", "font_missing", "content_covered", "text_rasterized", "image_rasterized", "image_recompressed", "ads_blocked", "cookie_banner_hidden", "empty_output", "content_truncated", "details_left_out", "option_ignored"]]
    """Warnings that are an error; `strict` stands for those that mean that something is missing."""
    download_name: str
    """Name under which a browser stores the result; the extension of its format is added."""
    sandbox: bool
    """Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always."""
    tag: str
    """A word of yours, such as a department or a customer; usage is reported by it."""
    template_id: str
    """A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`."""
    webhook: Union[str, RequestWebhook]
    """The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it."""
    destination: Union[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put], Sequence[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put]]]
    """Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them."""
    s3_destination: str
    """Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for."""
    presigned_url: str
    """Short form: an address that takes the result by PUT."""
    filename: str
    """Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes."""
    expires_in: int
    """Seconds that a kept result stays, 30 days at most. Default: 172,800, two days."""
    on_timeout: Literal["error", "async"]
    """What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds."""
    format: str
    """Paper: A0 to A6, Letter, Legal, Tabloid, Ledger, `{w}x{h}`, `{w}xauto` or `auto` (one page as tall as the content). Default: the page's own `@page size`, else A4. Not with `width` and `height`."""
    width: Union[float, str]
    """Width of the paper. Goes with `height`. Not with `format`. From 10 px to 14,400 pt."""
    height: Union[float, str]
    """Height of the paper. Goes with `width`. Not with `format`. From 10 px to 14,400 pt."""
    landscape: bool
    """Whether the paper lies on its long side, whatever the page's own `@page size` says. Default: as it says. Not with a `format` that is as tall as the content."""
    margin: Union[float, str, Margins]
    """Margins: a length, "top right bottom left", or sides. A number is CSS pixels. `@page :first` and named pages keep their own. Default: the page's own `@page margin`, else 0.4in."""
    zoom: float
    """Scale of the content. Default: `1`."""
    fit: Literal["width", "none"]
    """What happens to content that is wider than the paper: shrunk with all the rest (`width`), or cut off (`none`). With `width` a word of more than twice the width of the paper is broken instead; pages that name `@page` sizes of several widths are left as they are. Default: `"width"`."""
    expand: bool
    """Show what boxes with scroll bars, text areas, frames and closed details hide. Default: `false`."""
    pages: str
    """Pages to keep; numbers beyond the end are ignored."""
    trim_blank_pages: Literal["none", "last", "all"]
    """Blank pages to leave out: those at the end (`last`, the default), all, or none. Not when `pages` chooses. A page with nothing but white space, or with a picture of one pixel, is blank; one that shows an element of `position: fixed` is not. Must not contradict `remove_blank`."""
    remove_blank: bool
    """`true` says the same as `trim_blank_pages: "last"`, `false` the same as `"none"`. Must not contradict `trim_blank_pages`."""
    prefer_css_page_size: bool
    """Let `@page size` of the page win over `format`, `width` and `height`. Default: `false`."""
    prefer_css_page_margin: bool
    """Let `@page margin` of the page win over `margin`. Default: `false`."""
    disable_backgrounds: bool
    """Leave out background colors and images. Default: `false`."""
    header: HeaderOrFooter
    """Printed at the top of every page, or of those in `on`."""
    footer: HeaderOrFooter
    """Printed at the bottom of every page, or of those in `on`."""
    forms: bool
    """Make inputs, text areas, selects, check boxes, radio buttons and `<input type="signature">` fields that can be filled in. Default: `false`."""
    disable_links: bool
    """Leave out links; their text stays. Default: `false`."""
    metadata: PdfMetadata
    """What the document tells about itself, with entries of your own if you like."""
    protection: Protection
    """Encrypt the document, with passwords and with what a reader may not do with it. Not with `deterministic`. Its two passwords must differ."""
    deterministic: bool
    """Write no times, so that the same input gives the same bytes. Not with `protection`. Default: `false`."""
    watermark: Watermark
    """Laid over every page; readers aloud pass it over."""
    compression: Literal["lossless", "images"]
    """`images` compresses pictures anew where that makes them smaller; they lose detail. Default: `"lossless"`."""
    image_dpi: int
    """Pixels per inch that pictures keep. Default: all that they have."""
    tagged: bool
    """Write the structure tree that screen readers need. Default: `true`."""
    outline: bool
    """Write bookmarks from the headings. Default as `tagged`: a document without tags has none unless asked for."""
    target_format: str
    """Image format: png, jpeg or webp, in any case. Default: from the Accept header, else png."""
    fullpage: bool
    """Capture the whole page instead of the window. Not with `css_selector` or `clip`. Default: `false`."""
    css_selector: str
    """Capture the first element that matches. Not with `fullpage` or `clip`."""
    clip: Clip
    """Capture this part of the page, in CSS pixels. Not with `fullpage` or `css_selector`."""
    quality: int
    """Quality of jpeg and webp; default 80."""
    dpi: int
    """Device pixels per CSS pixel. Must not contradict `viewport.device_scale_factor`."""
    resize: Resize
    """Size of the image in pixels; it keeps its proportions and is drawn anew, so that text stays sharp."""
    transparent: bool
    """Keep the page's missing background transparent (png, webp). Must not contradict `omit_background`. Default: `false`."""
    omit_background: bool
    """Says the same as `transparent`. Must not contradict `transparent`."""
    content: Literal["auto", "main", "full"]
    """What to keep: `main` is the main content without the frame of the site, `full` is everything visible and what is collapsed (`details`, panels, tabs), `auto` is the main content of a URL with its title, authors and facts, and everything but navigation, cookie dialogs and advertising of HTML. Default: `"auto"`."""
    include_selectors: Union[str, Sequence[str]]
    """CSS selectors of what stays, whatever `content` leaves out."""
    exclude_selectors: Union[str, Sequence[str]]
    """CSS selectors of what is left out."""
    only_selector: str
    """CSS selector: only what matches is read, and of that everything visible."""
    chunking: Literal["none", "headings"]
    """With `headings` the answer is JSON that also has the result in `chunks`, for search and language models: each heading begins one, and each is valid by itself. Default: `"none"`."""
    max_tokens: int
    """With `chunking`, the most tokens of a chunk: longer sections are cut between paragraphs, list items, rows (the head of the table is repeated), lines of code (in a fence of their own), or else sentences and words. Without it, the most tokens of the result, which then ends at such a place, with a warning. Tokens are an upper bound: at least what `cl100k_base` and `o200k_base` count, 10 % (English prose) to 30 % more for most pages. Front matter is not counted."""
    include: Sequence[Literal["links", "images", "html", "page_html"]]
    """What the answer, which then is JSON, lists beside the content: the links of what was read (`url`, `text`, `rel`), its images (`url`, `alt`, `title`), what was read as `html` without scripts and styles, and the whole page as `page_html`, as its scripts left it. JSON answers have the `metadata` of the page in any case. Default: `[]`."""
    elements: Union[str, Sequence[str]]
    """CSS selectors of elements that the answer, which then is JSON, lists one by one, whatever `content` leaves out: `tag`, `text`, `html` inside, `attributes`, and the box in CSS pixels. At most 1,000 of each."""
    outputs: Required[Sequence[SeveralRequestOutputsItem]]
    """The results to make of one loaded page; pdf, text and markdown once each, images as often as wanted."""
    links: Literal["none", "inline", "footnotes"]
    """Where the addresses of links stand: nowhere, after their text, or numbered at the end. Default: `"none"`."""
    wrap: int
    """Columns after which lines are broken; 0 keeps a paragraph in one line. Tables and code stay as they are. Default: `0`."""
    heading_style: Literal["atx", "setext"]
    """Headings with `#` in front, or the first two levels underlined. Default: `"atx"`."""
    bullet: Literal["-", "*", "+"]
    """Sign in front of list items. Default: `"-"`."""
    link_style: Literal["inline", "reference"]
    """Addresses beside the text of links, or numbered at the end. Default: `"inline"`."""
    tables: Literal["gfm", "html"]
    """Tables with pipes, their spans expanded, or as HTML with their spans. Default: `"gfm"`."""
    front_matter: bool
    """Begin with a block of YAML: title, address, language, description, author and date, where known. Default: `false`."""
    images: Literal["link", "data", "alt", "none"]
    """Images as links to their files, also those given as data URLs, their alternative text only, or nothing. Default: `"link"`."""
    response_type: Literal["json", "multipart"]
    """The answer is JSON with all results in it, or `multipart/mixed` (RFC 2046, section 5.1) with a part for each. Default: `"json"`."""


class SeveralRequestOutputsItem(TypedDict, total=False):
    format: Required[str]
    """Format of the result: pdf, png, jpeg, webp, text or markdown."""
    options: Mapping[str, Any]
    """Options of this result alone, and its `viewport`, in place of those of the request."""


class Results(TypedDict, total=False):
    success: Required[Literal[True]]
    duration: Required[int]
    """Milliseconds from the lent page to the result."""
    response: Required[ResponseField]
    """Milliseconds until the page had loaded, and the status that the source answered."""
    warnings: Required[Sequence[Warning]]
    outputs: Required[Sequence[Output]]


_ResponseFieldNames = TypedDict(
    "_ResponseFieldNames",
    {"status-code": "int"},
    total=False,
)


class ResponseField(_ResponseFieldNames, total=False):
    """Milliseconds until the page had loaded, and the status that the source answered."""

    duration: Required[int]


class Warning(TypedDict, total=False):
    code: Required[str]
    message: Required[str]
    detail: Mapping[str, Union[str, float, bool, Sequence[Mapping[str, Union[str, float]]]]]
    """Figures, names of fields, and in `items` at most ten of what it is about: `address` with `status` or `reason`, or the `message` and `line` of a script error; of HTML that was given, the line within its script."""


class Output(TypedDict, total=False):
    format: Required[str]
    """pdf, png, jpeg, webp, text or markdown."""
    content_type: Required[str]
    """Media type of the content."""
    filename: Required[str]
    """Name to store it under."""
    filesize: Required[int]
    """Bytes of the content."""
    encoding: Required[Literal["utf-8", "base64"]]
    """How `content` is written: text and Markdown as they are."""
    content: Required[str]
    """The result."""
    pdf_pages: int
    """Pages of a PDF."""
    content_mode: Literal["auto", "main", "full"]
    """Which part of the page was kept."""
    metadata: Metadata
    """What the page says of itself; with text and Markdown."""
    links: Sequence[Link]
    """Links of what was read, with `include`; each once."""
    images: Sequence[Image]
    """Images of what was read, with `include`; each once."""
    html: str
    """What was read as HTML, with `include`."""
    page_html: str
    """The page as its scripts left it, with `include`."""
    elements: Sequence[Elements]
    """Elements that `elements` asked for, in the order of its selectors."""
    chunks: Sequence[Chunk]
    """The content in parts, with `chunking`."""


class Metadata(TypedDict, total=False):
    """What the page says of itself in its head, in Open Graph, JSON-LD (schema.org) and microdata. Facts that it does not tell are absent; each has at most 2,000 characters, an address 8,192."""

    title: str
    """Title of the document."""
    description: str
    """Description for search engines."""
    language: str
    """Language that the document declares (BCP 47)."""
    url: str
    """Address that the document was read from, after redirects."""
    canonical: str
    """Address that the page says it is known by."""
    author: str
    """Author, or several with commas."""
    published: str
    """Date as the page writes it, mostly ISO 8601."""
    modified: str
    """Date of the last change, likewise."""
    site_name: str
    """Name of the site, or of the publisher."""
    image: str
    """Address of the picture that stands for the page."""


class Link(TypedDict, total=False):
    url: Required[str]
    """Absolute address; as it was written in HTML without `base_url`."""
    text: Required[str]
    """Text of the link, or of its image."""
    rel: str
    """What the page says of it: nofollow, ugc, sponsored, author, license, tag, me, next, prev."""


class Image(TypedDict, total=False):
    url: Required[str]
    """Absolute address; as it was written in HTML without `base_url`."""
    alt: Required[str]
    """Alternative text."""
    title: str


class Elements(TypedDict, total=False):
    selector: Required[str]
    count: Required[int]
    """How many match; `elements` may have fewer, with a warning."""
    elements: Required[Sequence[ElementsElementsItem]]


class ElementsElementsItem(TypedDict, total=False):
    tag: Required[str]
    text: Required[str]
    """What a person can read in it."""
    html: Required[str]
    """HTML inside of it."""
    attributes: Required[Mapping[str, str]]
    left: Required[float]
    """In the document, in CSS pixels."""
    top: Required[float]
    width: Required[float]
    height: Required[float]


class Chunk(TypedDict, total=False):
    index: Required[int]
    """Its number, from 0."""
    heading_path: Required[Sequence[str]]
    """The headings it stands under, outermost first, with the one it begins with."""
    content: Required[str]
    """Text, or Markdown that is valid by itself."""
    tokens: Required[int]
    """Upper bound of its tokens, as `max_tokens` counts them."""
    start: Required[int]
    """Where it begins in `content` of the whole, in Unicode characters (as Python counts; in JavaScript `[...content].slice(start, end)`)."""
    end: Required[int]
    """Where it ends there. A part of a table or a code block repeats more than stands there."""
    oversized: Literal[True]
    """It holds one thing that is not cut, such as a row of a table, and that is longer than `max_tokens`."""


class Job(TypedDict, total=False):
    id: Required[str]
    status: Required[Literal["queued", "processing", "succeeded", "failed", "canceled"]]
    """`succeeded`, `failed` and `canceled` are final. `succeeded`: the result is kept, the credits are taken."""
    format: Required[str]
    """Of the result, or `several`."""
    tag: Required[Union[str, None]]
    template: Required[Union[str, None]]
    """Id of the stored template that it is made from."""
    batch: Required[Union[str, None]]
    """Id of the batch that it belongs to."""
    position: Required[Union[int, None]]
    """Its place in the batch, from 0."""
    schedule: Required[Union[str, None]]
    """Id of the schedule that it is a run of."""
    sandbox: Required[bool]
    attempts: Required[int]
    """How often it was begun: again if the process that had it died."""
    request_id: Required[Union[str, None]]
    """Of the request that it was accepted with."""
    credits: Required[Union[int, None]]
    """Credits that were taken; null before its end."""
    pdf_pages: Required[Union[int, None]]
    filesize: Required[Union[int, None]]
    """Bytes of all results."""
    created_at: Required[str]
    started_at: Required[Union[str, None]]
    finished_at: Required[Union[str, None]]
    result_expires_at: Required[Union[str, None]]
    purged_at: Required[Union[str, None]]
    """When its results were removed."""
    status_url: Required[str]
    outputs: Required[Sequence[JobOutput]]
    """Its results, while they are kept."""
    deliveries: Required[Sequence[JobDelivery]]
    """Where its results were sent."""
    warnings: Required[Sequence[JobWarningsItem]]
    error: Required[Union[JobError, None]]


class JobOutput(TypedDict, total=False):
    position: Required[int]
    format: Required[str]
    """pdf, png, jpeg, webp, text or markdown."""
    content_type: Required[str]
    filesize: Required[int]
    """Bytes."""
    sha256: Required[str]
    """Of the bytes, as hex."""
    pdf_pages: int
    url: Required[Union[str, None]]
    """Opens the result without a key until it expires. Null for whoever may not fetch the result."""
    expires_at: Required[str]


class JobDelivery(TypedDict, total=False):
    id: Required[str]
    position: Required[int]
    """Place of the destination in the request."""
    output: Required[int]
    """Which of the results."""
    kind: Required[str]
    connection: Required[Union[str, None]]
    state: Required[Literal["waiting", "delivered", "failed"]]
    """`waiting`: it is tried until `next_attempt_at` and later. `failed`: it is tried again when asked for."""
    path: Required[Union[str, None]]
    """Null for whoever may not fetch the result."""
    location: Required[Union[str, None]]
    """Where it is; null before that."""
    etag: Required[Union[str, None]]
    attempts: Required[int]
    next_attempt_at: Required[Union[str, None]]
    ended_at: Required[Union[str, None]]
    error: Required[Union[JobDeliveryError, None]]
    """What was wrong at the last try."""


class JobDeliveryError(TypedDict, total=False):
    code: Required[Literal["address_refused", "dns_failed", "connection_failed", "connection_missing", "timeout", "tls_error", "host_key_mismatch", "credentials_refused", "authorization_ended", "permission_denied", "not_found", "wrong_region", "redirect", "quota_full", "clock_skew", "rate_limited", "server_error", "rejected", "file_exists", "too_large", "hash_mismatch", "result_expired", "restored", "internal_error"]]
    detail: Required[str]
    remedy: Required[str]


class JobWarningsItem(TypedDict, total=False):
    code: Required[str]
    message: Required[str]
    detail: Mapping[str, Any]


class JobError(TypedDict, total=False):
    code: Required[str]
    """As `error_code` of the errors of a synchronous call."""
    detail: Required[str]
    errors: Required[Sequence[ErrorsFieldItem]]


class ErrorsFieldItem(TypedDict, total=False):
    pointer: Required[str]
    code: Required[str]
    detail: Required[str]


class Batch(TypedDict, total=False):
    id: Required[str]
    status: Required[Literal["queued", "processing", "completed", "canceled"]]
    """`completed` and `canceled` are final; `completed` also if items have failed: see the counters."""
    format: Required[str]
    result: Required[Literal["separate", "zip", "merged"]]
    tag: Required[Union[str, None]]
    sandbox: Required[bool]
    total: Required[int]
    succeeded: Required[int]
    failed: Required[int]
    canceled: Required[int]
    progress: Required[float]
    """Part of the items that have ended."""
    created_at: Required[str]
    started_at: Required[Union[str, None]]
    finished_at: Required[Union[str, None]]
    expires_at: Required[Union[str, None]]
    """When results are removed, and failed items can no longer be tried again."""
    purged_at: Required[Union[str, None]]
    status_url: Required[str]
    error_code: Required[Union[str, None]]
    """Why there is no file although items succeeded."""


class BatchDetails(TypedDict, total=False):
    id: Required[str]
    status: Required[Literal["queued", "processing", "completed", "canceled"]]
    """`completed` and `canceled` are final; `completed` also if items have failed: see the counters."""
    format: Required[str]
    result: Required[Literal["separate", "zip", "merged"]]
    tag: Required[Union[str, None]]
    sandbox: Required[bool]
    total: Required[int]
    succeeded: Required[int]
    failed: Required[int]
    canceled: Required[int]
    progress: Required[float]
    """Part of the items that have ended."""
    created_at: Required[str]
    started_at: Required[Union[str, None]]
    finished_at: Required[Union[str, None]]
    expires_at: Required[Union[str, None]]
    """When results are removed, and failed items can no longer be tried again."""
    purged_at: Required[Union[str, None]]
    status_url: Required[str]
    error_code: Required[Union[str, None]]
    """Why there is no file although items succeeded."""
    credits: Required[int]
    """Taken so far: the sum of its items. The file costs nothing more."""
    file: Required[Union[BatchFile, None]]
    """The ZIP or the merged PDF, while it is kept."""
    deliveries: Required[Sequence[JobDelivery]]
    """Where the file is sent."""
    failures: Required[Sequence[BatchFailure]]
    """Failed items by position, 100 at most."""


class BatchFile(TypedDict, total=False):
    url: Required[Union[str, None]]
    """Opens the file without a key until it expires. Null for roles that may not fetch it."""
    content_type: Required[str]
    filesize: Required[int]
    sha256: Required[str]
    """Of the bytes, as hex."""
    pdf_pages: Required[Union[int, None]]
    expires_at: Required[str]


class BatchFailure(TypedDict, total=False):
    position: Required[int]
    """Its place in the batch, from 0."""
    job: Required[str]
    """Id of its job."""
    code: Required[str]
    """As `error_code` of the errors of a synchronous call."""
    detail: Required[str]
    errors: Required[Sequence[ErrorsFieldItem]]


class BatchRequest(TypedDict, total=False):
    template_id: str
    """A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`."""
    source: Any
    """Shared by all items: as `source` of a conversion."""
    data: Mapping[str, Any]
    """Variables that all items share."""
    format: Literal["pdf", "png", "jpeg", "webp", "text", "markdown"]
    """Of all results. Default: `"pdf"`."""
    options: Mapping[str, Any]
    """Options of the conversion that all items share, such as `margin`, `header` or `viewport`."""
    items: Sequence[BatchItem]
    """The items, 10,000 at most."""
    items_csv: str
    """The items as CSV: the first row names the fields, `a.b` is `b` in `a`; comma, semicolon and tab are recognized. Instead: a file `items.csv`."""
    items_ndjson: str
    """The items as lines of JSON, each as an entry of `items`. Instead: a file `items.ndjson` or `items.jsonl`."""
    download_name: str
    """Name of each result: a Liquid template over its data, such as `{{ number }}.pdf`."""
    result: Literal["separate", "zip", "merged"]
    """A result for each item; or beside them one ZIP, or one PDF with an outline entry for each item. Default: `"separate"`."""
    page_numbering: Literal["item", "whole"]
    """Of `merged`: whether the page labels begin anew with each item (the default), or count through. `whole` is refused where header or footer print page numbers, which begin anew with each item."""
    destination: Union[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put], Sequence[Union[ConnectionDestination, Destination_s3, Destination_gcs, Destination_azure_blob, Destination_dropbox, Destination_google_drive, Destination_onedrive, Destination_box, Destination_webdav, Destination_sftp, Destination_ftp, Destination_email, Destination_http_put]]]
    """Where the file of `zip` and `merged` is sent. Of each item: `options.destination`."""
    sandbox: bool
    """Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always."""
    tag: str
    """A word of yours, such as a department or a customer; usage is reported by it."""
    expires_in: int
    """Seconds that a kept result stays, 30 days at most. Default: 172,800, two days."""


class BatchItem(TypedDict, total=False):
    data: Mapping[str, Any]
    """Its variables; they stand over the shared `data`, name by name."""
    download_name: str
    """Name of its result, as it is written."""
    options: Mapping[str, Any]
    """Options of its own, in place of the shared ones of the same name."""


class Template(TypedDict, total=False):
    id: Required[str]
    slug: Required[str]
    name: Required[str]
    """What people call it."""
    folder: Required[str]
    """Empty for none."""
    status: Required[Literal["draft", "published", "changed"]]
    """`draft`: nothing is published. `changed`: the draft differs from what is published."""
    version: Required[Union[int, None]]
    """Number of the newest version; null before the first."""
    published_version: Required[Union[int, None]]
    """The version that `template_id: "slug"` uses."""
    created: Required[int]
    """When it was made, in milliseconds since 1970."""
    created_at: Required[str]
    updated_at: Required[str]
    revision: Required[int]
    """Counts the changes of the draft."""
    shown: Required[Union[int, Literal["draft"]]]
    """What the following is of: a version, or the draft."""
    content: Required[str]
    """Liquid template of the document: HTML with `{{ placeholders }}`."""
    css: Required[Union[str, None]]
    """Style sheet, put at the end of the head of the document; it is no template."""
    header: Required[Union[str, None]]
    """Liquid template of what is printed at the top of every page; it has the same data and snippets."""
    footer: Required[Union[str, None]]
    """The same for the bottom of every page."""
    sample_data: Required[Union[Mapping[str, Any], None]]
    """Data to try the template with."""
    samples: Required[Sequence[TemplateSamplesItem]]
    """More data to try it with, each under a name: at most 20, of 500 kB each. All of them are given at once."""
    schema: Required[Union[Mapping[str, Any], None]]
    """JSON Schema (2020-12) that data has to keep to; other data is refused. So is what is no such schema, or refers to one that is not in it."""
    options: Required[Mapping[str, Any]]
    """Options of conversions, used where a request does not name its own. `header` and `footer` have `height`, `start_at`, `start_number`, `on` and `inherit_css` here. Texts of `metadata` are Liquid with the same data and snippets; what they print is not escaped."""
    escape: Required[Literal["html", "none"]]
    """`html`: what placeholders print is escaped, unless `| raw` says otherwise. `none`: it is printed as it is."""
    strict_variables: Required[bool]
    """A variable that the data does not have is an error, in place of nothing that is printed."""
    assets: Required[Sequence[TemplateAssetsItem]]
    """Its files."""
    snippets: Required[Sequence[TemplateSnippetsItem]]
    """The snippets that it uses: of a version as they were then, of the draft as they are now."""


class TemplateSamplesItem(TypedDict, total=False):
    name: Required[str]
    """What people call it."""
    data: Required[Mapping[str, Any]]


class TemplateAssetsItem(TypedDict, total=False):
    name: Required[str]
    size: Required[int]
    """Bytes."""
    sha256: Required[str]
    """In hex."""


class TemplateSnippetsItem(TypedDict, total=False):
    name: Required[str]
    version: Required[int]
    content: Required[str]


class TemplateEntry(TypedDict, total=False):
    """A template without what it says."""

    id: Required[str]
    slug: Required[str]
    name: Required[str]
    """What people call it."""
    folder: Required[str]
    """Empty for none."""
    status: Required[Literal["draft", "published", "changed"]]
    """`draft`: nothing is published. `changed`: the draft differs from what is published."""
    version: Required[Union[int, None]]
    """Number of the newest version; null before the first."""
    published_version: Required[Union[int, None]]
    """The version that `template_id: "slug"` uses."""
    created: Required[int]
    """When it was made, in milliseconds since 1970."""
    created_at: Required[str]
    updated_at: Required[str]


class CreateTemplateRequest(TypedDict, total=False):
    slug: Required[str]
    """Its name in addresses: lower-case letters, digits, `-` and `_`. It never changes."""
    name: Required[str]
    """What people call it."""
    folder: str
    """Where people find it in lists: at most 3 names separated by `/`, such as `Invoices/2026`, of 100 characters; empty for none. It is no part of a version."""
    content: Required[str]
    """Liquid template of the document: HTML with `{{ placeholders }}`."""
    css: Union[str, None]
    """Style sheet, put at the end of the head of the document; it is no template."""
    header: Union[str, None]
    """Liquid template of what is printed at the top of every page; it has the same data and snippets."""
    footer: Union[str, None]
    """The same for the bottom of every page."""
    sample_data: Union[Mapping[str, Any], None]
    """Data to try the template with."""
    samples: Sequence[SamplesFieldItem]
    """More data to try it with, each under a name: at most 20, of 500 kB each. All of them are given at once."""
    schema: Union[Mapping[str, Any], None]
    """JSON Schema (2020-12) that data has to keep to; other data is refused. So is what is no such schema, or refers to one that is not in it."""
    options: Mapping[str, Any]
    """Options of conversions, used where a request does not name its own. `header` and `footer` have `height`, `start_at`, `start_number`, `on` and `inherit_css` here. Texts of `metadata` are Liquid with the same data and snippets; what they print is not escaped."""
    escape: Literal["html", "none"]
    """`html`: what placeholders print is escaped, unless `| raw` says otherwise. `none`: it is printed as it is."""
    strict_variables: bool
    """A variable that the data does not have is an error, in place of nothing that is printed."""
    assets: Mapping[str, Union[str, None]]
    """Files that the document refers to by relative names, base64 by name; null takes one away, others stay. 25 MB together. In `multipart/form-data` they are parts."""
    draft: bool
    """`true`: only the draft is written; nothing is published. Default: `false`."""


class SamplesFieldItem(TypedDict, total=False):
    name: Required[str]
    """What people call it."""
    data: Required[Mapping[str, Any]]


class ReplaceTemplateRequest(TypedDict, total=False):
    content: Required[str]
    """Liquid template of the document: HTML with `{{ placeholders }}`."""
    name: str
    """What people call it."""
    folder: str
    """Where people find it in lists: at most 3 names separated by `/`, such as `Invoices/2026`, of 100 characters; empty for none. It is no part of a version."""
    css: Union[str, None]
    """Style sheet, put at the end of the head of the document; it is no template."""
    header: Union[str, None]
    """Liquid template of what is printed at the top of every page; it has the same data and snippets."""
    footer: Union[str, None]
    """The same for the bottom of every page."""
    sample_data: Union[Mapping[str, Any], None]
    """Data to try the template with."""
    samples: Sequence[SamplesFieldItem]
    """More data to try it with, each under a name: at most 20, of 500 kB each. All of them are given at once."""
    schema: Union[Mapping[str, Any], None]
    """JSON Schema (2020-12) that data has to keep to; other data is refused. So is what is no such schema, or refers to one that is not in it."""
    options: Mapping[str, Any]
    """Options of conversions, used where a request does not name its own. `header` and `footer` have `height`, `start_at`, `start_number`, `on` and `inherit_css` here. Texts of `metadata` are Liquid with the same data and snippets; what they print is not escaped."""
    escape: Literal["html", "none"]
    """`html`: what placeholders print is escaped, unless `| raw` says otherwise. `none`: it is printed as it is."""
    strict_variables: bool
    """A variable that the data does not have is an error, in place of nothing that is printed."""
    assets: Mapping[str, Union[str, None]]
    """Files that the document refers to by relative names, base64 by name; null takes one away, others stay. 25 MB together. In `multipart/form-data` they are parts."""
    draft: bool
    """`true`: only the draft is written; nothing is published. Default: `false`."""


class InvoiceExtractorRequest(TypedDict, total=False):
    documentText: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    export: Literal["csv", "ubl"]
    """Adds `exported`, the invoice in this format."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class InvoiceData(TypedDict, total=False):
    vendor: Required[Union[str, None]]
    """Who sends the invoice."""
    invoiceNumber: Required[Union[str, None]]
    date: Required[Union[str, None]]
    dueDate: Required[Union[str, None]]
    subtotal: Required[Union[float, None]]
    """Without tax."""
    tax: Required[Union[float, None]]
    total: Required[Union[float, None]]
    """With tax."""
    lineItems: Required[Sequence[InvoiceDataLineItemsItem]]
    currency: Required[Union[str, None]]
    """ISO 4217."""
    taxes: Required[Sequence[InvoiceDataTaxesItem]]
    customer: Required[Union[str, None]]
    purchaseOrder: Required[Union[str, None]]


class InvoiceDataLineItemsItem(TypedDict, total=False):
    description: Required[Union[str, None]]
    quantity: Required[Union[float, None]]
    unitPrice: Required[Union[float, None]]
    amount: Required[Union[float, None]]
    """The printed total of the row."""
    productCode: Required[Union[str, None]]
    unit: Required[Union[str, None]]
    taxRate: Required[Union[float, None]]
    """Percent."""
    taxAmount: Required[Union[float, None]]


class InvoiceDataTaxesItem(TypedDict, total=False):
    rate: Required[Union[float, None]]
    """Percent."""
    base: Required[Union[float, None]]
    amount: Required[Union[float, None]]


class ReceiptScannerRequest(TypedDict, total=False):
    documentText: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class ReceiptData(TypedDict, total=False):
    merchant: Required[Union[str, None]]
    date: Required[Union[str, None]]
    total: Required[Union[float, None]]
    items: Required[Sequence[ReceiptDataItemsItem]]
    """Everything that makes up the total, in the order printed."""
    subtotal: Required[Union[float, None]]
    tax: Required[Union[float, None]]
    tip: Required[Union[float, None]]
    currency: Required[Union[str, None]]
    """ISO 4217."""
    time: Required[Union[str, None]]
    """HH:MM."""
    receiptNumber: Required[Union[str, None]]
    paymentMethod: Required[Union[Literal["cash", "card"], None]]
    address: Required[Union[str, None]]
    phone: Required[Union[str, None]]


class ReceiptDataItemsItem(TypedDict, total=False):
    description: Required[Union[str, None]]
    quantity: Required[Union[float, None]]
    unitPrice: Required[Union[float, None]]
    amount: Required[Union[float, None]]
    """The printed total of the row; negative for a deduction."""
    type: Required[Literal["item", "tax", "discount", "charge", "rounding"]]


class BankStatementRequest(TypedDict, total=False):
    documentText: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    bankName: str
    """The bank, if it is known. Default: looked for."""
    accountType: str
    """The kind of account, if it is known."""
    export: Literal["csv", "ofx", "camt053", "mt940"]
    """Adds `exported`, the statement in this format."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class StatementTransaction(TypedDict, total=False):
    date: Required[Union[str, None]]
    """null if the text does not tell the year."""
    description: Required[str]
    amount: Required[float]
    """Signed: a debit is negative."""
    balance: Required[Union[float, None]]
    """After this transaction."""
    type: Required[Literal["debit", "credit"]]
    """Agrees with the sign of `amount`."""
    balanceSource: Required[Union[Literal["printed", "computed"], None]]
    """Whether the balance is printed or follows from it."""
    valueDate: Required[Union[str, None]]
    category: Required[Union[str, None]]
    account: int
    """Position in `accounts`, if there are several."""


class ExtractDataRequest(TypedDict, total=False):
    documentText: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    extractionType: Literal["auto", "contacts", "tables", "dates", "amounts", "custom"]
    """What to look for; `auto` looks for all of it, `custom` for `customFields` only. Default: `"auto"`."""
    customFields: Sequence[str]
    """Names of values to look for, at most 50. `custom` needs them; with other types they are added as `fields`."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class SummarizeRequest(TypedDict, total=False):
    text: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    summaryType: Literal["brief", "standard", "detailed"]
    """How long: 2 to 3, 5 to 7, or 10 to 15 sentences. Default: `"standard"`."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class ChatRequest(TypedDict, total=False):
    documentText: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    question: Required[str]
    """What is asked of the document."""
    conversationHistory: Sequence[ChatRequestConversationHistoryItem]
    """What was asked and answered before, the oldest first; at most 50 turns. Default: `[]`."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class ChatRequestConversationHistoryItem(TypedDict, total=False):
    role: Required[Literal["user", "assistant"]]
    content: Required[str]


class TranslateRequest(TypedDict, total=False):
    text: str
    """Text of the document, at most 2,000,000 characters; form feeds separate its pages."""
    targetLanguage: Required[str]
    """Name of a language, such as `German`."""
    sourceLanguage: str
    """Name of the language of the text. Default: found out."""
    preserveFormatting: bool
    """Keeps line breaks, lists and markup as they are. Default: `true`."""
    file: str
    """In place of the text: a PDF, in base64, or beside the part `request` of a form."""
    source: Union[str, Source]
    """In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`."""
    template_id: str
    """In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`."""
    data: Mapping[str, Any]
    """Variables of the template, stored or in `source.html`."""
    includeEvidence: bool
    """Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units. Default: `false`."""


class Verification(TypedDict, total=False):
    """What was checked of an answer."""

    status: Required[Literal["verified", "unverified", "failed"]]
    """`verified`: every value that is given is proven. `unverified`: the text has too little to tell. `failed`: a check failed."""
    checks: Required[Sequence[VerificationCheck]]
    fields: Required[Mapping[str, VerificationFieldsValue]]
    """The same for each value that is given; without a check a value is never `verified`."""
    ungrounded: Required[Sequence[str]]
    """Paths of values that do not stand in the text, such as a sum."""
    engine: Required[Literal["rules", "model", "model+rules"]]
    """What answered."""


class VerificationCheck(TypedDict, total=False):
    name: Required[str]
    ok: Required[bool]
    expected: Required[Union[float, str, None]]
    actual: Required[Union[float, str, None]]


class VerificationFieldsValue(TypedDict, total=False):
    status: Required[Literal["verified", "unverified", "failed"]]
    checks: Required[Sequence[VerificationCheck]]
