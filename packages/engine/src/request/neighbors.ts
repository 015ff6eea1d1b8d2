/**
 * Field names of other services and tools, and what they are called here. Errors of unknown fields and the pages in
 * docs/coming-from are made of it.
 */
export interface NeighborField {
  /** As the other one writes it. */
  readonly theirs: string;
  /** Ours, as a path such as `margin.top`. Absent: there is none. */
  readonly ours?: string;
  /** What else there is to know, as a full sentence. Needed where there is none of ours. */
  readonly note?: string;
}

export interface Neighbor {
  readonly name: string;
  /** Name of its page in docs/coming-from. */
  readonly page: string;
  /** Facts beyond the fields, each a sentence. */
  readonly facts: readonly string[];
  readonly fields: readonly NeighborField[];
}

const OPPOSITE = 'It says the opposite: backgrounds are printed unless it is true.';
const MARGINS: readonly NeighborField[] = ['Top', 'Right', 'Bottom', 'Left'].map((side) => ({
  theirs: `margin${side}`,
  ours: `margin.${side.toLowerCase()}`,
}));
const HEADER_CLASSES =
  'It is HTML with {{page}}, {{total}}, {{title}}, {{url}} and {{date}} in place of elements with classes such as pageNumber.';
const SENT_BACK = 'The result is in the answer.';

/** What Puppeteer and Playwright share, which both speak to Chromium's own printing. */
const BROWSER_PDF: readonly NeighborField[] = [
  { theirs: 'printBackground', ours: 'disable_backgrounds', note: OPPOSITE },
  { theirs: 'pageRanges', ours: 'pages' },
  { theirs: 'scale', ours: 'zoom' },
  { theirs: 'preferCSSPageSize', ours: 'prefer_css_page_size' },
  { theirs: 'displayHeaderFooter', note: 'Leave it out: "header" and "footer" are printed when they are given.' },
  { theirs: 'headerTemplate', ours: 'header.source', note: HEADER_CLASSES },
  { theirs: 'footerTemplate', ours: 'footer.source', note: HEADER_CLASSES },
  { theirs: 'path', note: SENT_BACK },
  { theirs: 'fullPage', ours: 'fullpage' },
  { theirs: 'omitBackground', ours: 'transparent', note: '"omit_background" says the same. It is for images.' },
  { theirs: 'type', ours: 'target_format', note: 'It is for images; else the path names the format.' },
  {
    theirs: 'waitUntil',
    note: 'Pages are waited for until they are ready; "wait_for_network" and "timeout" bound it.',
  },
  { theirs: 'userAgent', ours: 'user_agent' },
  { theirs: 'deviceScaleFactor', ours: 'viewport.device_scale_factor' },
  { theirs: 'extraHTTPHeaders', ours: 'http_headers' },
];

const PUPPETEER: Neighbor = {
  name: 'Puppeteer',
  page: 'puppeteer',
  facts: [
    'Lengths are texts with a unit, or numbers of CSS pixels, as there.',
    'The medium is `screen` unless `media` is `print`: `page.pdf()` prints with `print`.',
  ],
  fields: [
    ...BROWSER_PDF,
    { theirs: 'waitForFonts', note: 'Fonts are always waited for.' },
    { theirs: 'encoding', ours: 'response_type', note: '"base64" is a value of it.' },
    { theirs: 'captureBeyondViewport', note: '"fullpage", "clip" and "css_selector" reach beyond the window.' },
    { theirs: 'waitForSelector', ours: 'wait_for_selector' },
    { theirs: 'waitForFunction', ours: 'wait_for', note: 'It is the name of a global function, not code.' },
    { theirs: 'emulateMediaType', ours: 'media' },
    { theirs: 'authenticate', ours: 'auth' },
    { theirs: 'setExtraHTTPHeaders', ours: 'http_headers' },
  ],
};

const PLAYWRIGHT: Neighbor = {
  name: 'Playwright',
  page: 'playwright',
  facts: ['The medium is `screen` unless `media` is `print`: `page.pdf()` prints with `print`.'],
  fields: [
    ...BROWSER_PDF,
    { theirs: 'httpCredentials', ours: 'auth' },
    { theirs: 'timezoneId', ours: 'timezone' },
    { theirs: 'colorScheme', ours: 'color_scheme' },
    { theirs: 'reducedMotion', ours: 'reduced_motion', note: 'It is true or false here.' },
    { theirs: 'javaScriptEnabled', ours: 'disable_javascript', note: 'It says the opposite.' },
    { theirs: 'animations', note: 'Animations are at their end when the page is captured.' },
    { theirs: 'mask', ours: 'hide_selectors', note: 'What matches is left out, and takes no place.' },
    { theirs: 'style', ours: 'css' },
  ],
};

const PDFSHIFT: Neighbor = {
  name: 'PDFShift',
  page: 'pdfshift',
  facts: [
    "PDFShift's API is at `/v3` of this service: change the host (`https://api.pdfshift.io/v3` → `https://pdf.example.com/v3`) and the key, and keep your code. Conversions to pdf, png, jpeg and webp, templates, account, credits, logs and invoices answer in its shapes; `/v3/openapi.json` describes them. The table below is for those who move to `/v1`.",
    'What is different at `/v3`: a document is encrypted with AES-256, whatever `encryption` says; `X-Processor-Version` chooses no version (`X-PDFShift-Processor` says which browser it was); `s3_destination` takes the one [connection](../destinations.md) that there is for its bucket; `log_request` is answered 501; with `is_hipaa` or `is_gdpr`, `filename` and `webhook` are refused.',
    'What is the same at `/v3` and not at `/v1`: a source that answers with an error is converted, unless `raise_for_status` is true; sides of `margin` that are not given have 48 px; used-up credits are 403, and what is 422 at `/v1` is 400; `source` may be a list of up to 50 documents with a `webhook`.',
    'Most fields have the same names: `source`, `landscape`, `format`, `margin`, `zoom`, `pages`, `use_print`, `css`, `javascript`, `delay`, `timeout`, `wait_for`, `header`, `footer`, `metadata`, `protection`, `watermark`, `sandbox`, `encode`, `auth`, `cookies`, `http_headers`, `webhook` and others.',
    'Clients that send `X-API-Key`, or the user `api` with the key as password, work as they are.',
  ],
  fields: [
    { theirs: 'filename', ours: 'filename', note: 'The result is kept, and `url` opens it without a key.' },
    {
      theirs: 's3_destination',
      ours: 's3_destination',
      note: 'The service has it: a connection keeps the credentials.',
    },
    { theirs: 'is_hipaa', note: 'Nothing is stored unless `filename`, `async` or `webhook` asks for it.' },
    { theirs: 'is_gdpr', note: 'Nothing is stored unless `filename`, `async` or `webhook` asks for it.' },
    { theirs: 'log_request', note: 'Requests are never logged with their content.' },
  ],
};

const GOTENBERG: Neighbor = {
  name: 'Gotenberg',
  page: 'gotenberg',
  facts: [
    'Gotenberg\'s routes are here too: `/forms/chromium/convert/{url|html|markdown}` and `/forms/chromium/screenshot/{url|html|markdown}`, with its fields, units, defaults, statuses and texts. Change the host, and give your key: `Authorization: Bearer KEY`, or basic authentication with the user `api` and the key as password (`GOTENBERG_API_BASIC_AUTH_USERNAME=api`). `/forms/openapi.json` describes them. Clients of Gotenberg 6 (`gotenberg-js-client`) work with `/forms/chromium` behind the host: its names of fields, its `waitDelay` in seconds, `Gotenberg-Remoteurl-` headers and `{{ toHTML .DirPath "a.md" }}` are taken too. The first table below is for those who move to `/v1`, the second for those who keep their code.',
    'What is different there: what Platen does not do is answered 501 with a sentence that names it, unknown fields and files without a use (beside an address, a header of an image) among them, which Gotenberg leaves out without a word; `/health` has the shape of this service, and the same statuses; `/version` is that of Platen; LibreOffice and the PDF engines are 501. `@page { margin }` of the page wins over the margins of the form, as there; `@page { size: landscape }` turns the paper with `preferCssPageSize` only.',
    '`Gotenberg-Webhook-Url` and the headers beside it are taken: the answer is 204 at once, with the id of the [job](../jobs.md) in `X-Job-Id`; then the file is sent as the body, with `Content-Disposition`, `Gotenberg-Trace`, the `traceparent` of the request and the extra headers, five times at most with 1, 2, 4 and 8 s between, or as long as `Retry-After` asks. `{"status": …, "message": …}` goes to `Gotenberg-Webhook-Error-Url` if it failed, or `webhook.success` and `webhook.error` to `Gotenberg-Webhook-Events-Url`; both together are 501. What is different: addresses have to be https and public, unless the operator allows others (`PLATEN_EGRESS_ALLOW`); a redirect is not followed; the message names the kind of error, and nothing of the page; what is reported is [signed](../webhooks.md); `Content-*` and `User-Agent` of the extra headers do not go with it; the result is kept as that of every job; the other headers without `Gotenberg-Webhook-Url` are 400. With an `Idempotency-Key`, the same request sent twice is one job.',
    'Requests are JSON, or `multipart/form-data` with the JSON in a part `request` and the files beside it; a file `index.html` stands for `source.html`. Files keep their folders.',
    'Lengths without a unit are inches there, and CSS pixels here.',
  ],
  fields: [
    { theirs: 'paperWidth', ours: 'width', note: 'A number is CSS pixels, not inches: write "8.5in".' },
    { theirs: 'paperHeight', ours: 'height', note: 'A number is CSS pixels, not inches: write "11in".' },
    ...MARGINS.map((field) => ({ ...field, note: 'A number is CSS pixels, not inches: write "0.39in".' })),
    { theirs: 'printBackground', ours: 'disable_backgrounds', note: OPPOSITE },
    { theirs: 'omitBackground', ours: 'transparent', note: 'It is for images.' },
    { theirs: 'preferCssPageSize', ours: 'prefer_css_page_size' },
    { theirs: 'nativePageRanges', ours: 'pages' },
    { theirs: 'scale', ours: 'zoom' },
    { theirs: 'singlePage', ours: 'format', note: '"auto" makes one page as tall as the content.' },
    { theirs: 'waitDelay', ours: 'delay', note: 'It is a number of milliseconds.' },
    { theirs: 'waitForExpression', ours: 'wait_for', note: 'It is the name of a global function, not code.' },
    { theirs: 'waitForSelector', ours: 'wait_for_selector' },
    { theirs: 'emulatedMediaType', ours: 'media', note: 'Its default is "screen" here.' },
    { theirs: 'userAgent', ours: 'user_agent' },
    { theirs: 'extraHttpHeaders', ours: 'http_headers' },
    { theirs: 'failOnHttpStatusCodes', ours: 'allow_error_status', note: 'Error statuses fail unless it is true.' },
    { theirs: 'failOnConsoleExceptions', ours: 'fail_on', note: '"script_error" is a value of it.' },
    { theirs: 'failOnResourceLoadingFailed', ours: 'fail_on', note: '"resource_failed" is a value of it.' },
    { theirs: 'skipNetworkIdleEvent', ours: 'wait_for_network', note: 'It says the opposite.' },
    { theirs: 'generateDocumentOutline', ours: 'outline' },
    { theirs: 'generateTaggedPdf', ours: 'tagged' },
    { theirs: 'pdfa', note: 'There is no PDF/A yet.' },
    { theirs: 'pdfua', note: '"tagged" writes the structure that it builds on.' },
    { theirs: 'userPassword', ours: 'protection.user_password' },
    { theirs: 'ownerPassword', ours: 'protection.owner_password' },
  ],
};

const DOCRAPTOR: Neighbor = {
  name: 'DocRaptor',
  page: 'docraptor',
  facts: [
    'Documents are rendered by Chromium instead of Prince: of what CSS asks for beyond browsers, [docs/paged-media.md](../paged-media.md) says what is done; other `prince-*` properties are named by the warning `unsupported_css`.',
    'Its API is at `/docraptor`: `docs`, `async_docs`, `status/{id}` and `download/{id}`, with its fields, statuses and texts. Give its clients the address of this service and `/docraptor` in place of `https://api.docraptor.com`, and your key as user name of basic authentication (its npm client sends `undefined` for a password) or as `?user_credentials=`. `/docraptor/openapi.json` describes them. The first table below is for those who move to `/v1`, the second for those who keep their code.',
    'What is different there: paper is Letter unless the page names another, as there, and margins are those of Platen; bodies are JSON, or forms with `doc[type]` and `doc[prince_options][media]` (`application/x-www-form-urlencoded` or `multipart/form-data`; the key is not looked for in them); unknown fields are refused, and what Platen does not do is answered 501 with its name: spreadsheets, hosted documents, `callback_url`, profiles of PDF/A and PDF/X.',
    'The format is named by the path: `POST /v1/convert/pdf`.',
  ],
  fields: [
    { theirs: 'document_content', ours: 'source.html' },
    { theirs: 'document_url', ours: 'source.url' },
    { theirs: 'document_type', note: 'The path names the format: /v1/convert/pdf.' },
    { theirs: 'type', note: 'The path names the format: /v1/convert/pdf.' },
    { theirs: 'name', ours: 'download_name' },
    { theirs: 'test', ours: 'sandbox' },
    { theirs: 'prince_options', note: 'Its "media" is "media" here, and its "baseurl" is "source.base_url".' },
    { theirs: 'ignore_resource_errors', ours: 'strict', note: 'Errors of resources are warnings unless it is true.' },
    { theirs: 'ignore_console_messages', note: 'Messages of the console are ignored.' },
    { theirs: 'referrer', ours: 'http_headers' },
    { theirs: 'async', ours: 'async', note: 'The result is fetched from /v1/jobs/{id}.' },
    { theirs: 'callback_url', ours: 'webhook', note: 'The service has it: the result is announced there.' },
    { theirs: 'hosted', ours: 'filename', note: 'The answer has an address that opens the result.' },
    { theirs: 'pipeline', note: 'There is one renderer, that of the version of the service.' },
  ],
};

const PDFMONKEY: Neighbor = {
  name: 'PDFMonkey',
  page: 'pdfmonkey',
  facts: [
    'Its documents are at `/api/v1`: `POST documents`, `POST documents/sync`, `GET` and `DELETE documents/{id}`, `GET document_cards/{id}` and `GET document_template_cards`, with its fields, statuses and errors. Change the host (`https://api.pdfmonkey.io/api/v1` → `https://pdf.example.com/api/v1`) and the key. `/api/v1/openapi.json` describes them. The first table below is for those who move to `/v1`, the second for those who keep their code.',
    'Templates move by hand: the body is `content` of a template at `/v1/templates`, the styles are its `css`. A slug may be the id that the template has at PDFMonkey, so that callers need not know. Both fill templates by Liquid; SCSS has to be CSS.',
    'What is different there: ids are those of jobs; `download_url` opens until the result expires (two days, unless settings say otherwise); `checksum` is SHA-256; `generation_logs` has the warnings; `preview_url` and `public_share_link` are null; `documents/sync` answers after 100 seconds with a document that is not ready, which goes on. A key needs the scopes `convert:pdf` and `jobs:read`.',
    'What Platen does not do is answered 501 with a sentence: drafts, changes of a document, lists of documents, templates and snippets by its shapes, `rest_hooks`. Webhooks are those of [Platen](../webhooks.md): `conversion.succeeded` and `conversion.failed` have the id of the job, `GET document_cards/{id}` with it has the document in the shape of PDFMonkey.',
  ],
  fields: [
    { theirs: 'document_template_id', ours: 'template_id' },
    { theirs: 'payload', ours: 'data', note: 'It is an object.' },
    {
      theirs: 'meta',
      note: 'One text of it is "tag"; "_filename" is "download_name", "_password" is "protection.user_password".',
    },
  ],
};

const WKHTMLTOPDF: Neighbor = {
  name: 'wkhtmltopdf',
  page: 'wkhtmltopdf',
  facts: [
    'The names are those of its options, without `--`, as wrappers write them: `page-size`, `pageSize` or `page_size`.',
    'Pages are rendered by a current Chromium; modern CSS and script work, and sizes need no correction.',
  ],
  fields: [
    { theirs: 'page-size', ours: 'format' },
    { theirs: 'page-width', ours: 'width' },
    { theirs: 'page-height', ours: 'height' },
    { theirs: 'margin-top', ours: 'margin.top' },
    { theirs: 'margin-right', ours: 'margin.right' },
    { theirs: 'margin-bottom', ours: 'margin.bottom' },
    { theirs: 'margin-left', ours: 'margin.left' },
    { theirs: 'orientation', ours: 'landscape', note: 'It is true or false.' },
    { theirs: 'header-html', ours: 'header.source' },
    { theirs: 'footer-html', ours: 'footer.source' },
    {
      theirs: 'header-center',
      ours: 'header.source',
      note: 'It is HTML; [page] and [topage] are {{page}} and {{total}}.',
    },
    {
      theirs: 'footer-center',
      ours: 'footer.source',
      note: 'It is HTML; [page] and [topage] are {{page}} and {{total}}.',
    },
    { theirs: 'print-media-type', ours: 'media', note: '"print" is a value of it.' },
    { theirs: 'background', ours: 'disable_backgrounds', note: OPPOSITE },
    { theirs: 'no-background', ours: 'disable_backgrounds' },
    { theirs: 'javascript-delay', ours: 'delay' },
    { theirs: 'window-status', ours: 'wait_for', note: 'It is the name of a global function.' },
    { theirs: 'run-script', ours: 'javascript' },
    { theirs: 'user-style-sheet', ours: 'css' },
    { theirs: 'custom-header', ours: 'http_headers' },
    { theirs: 'cookie', ours: 'cookies' },
    { theirs: 'username', ours: 'auth.username' },
    { theirs: 'password', ours: 'auth.password' },
    { theirs: 'title', ours: 'metadata.title' },
    { theirs: 'viewport-size', ours: 'viewport' },
    { theirs: 'enable-forms', ours: 'forms' },
    { theirs: 'no-outline', ours: 'outline', note: 'It says the opposite.' },
    { theirs: 'disable-external-links', ours: 'disable_links' },
    { theirs: 'load-error-handling', ours: 'allow_error_status' },
    {
      theirs: 'enable-local-file-access',
      note: 'Send files with the document: "source.files", or multipart/form-data.',
    },
    { theirs: 'disable-smart-shrinking', ours: 'fit', note: '"none" is a value of it.' },
    { theirs: 'grayscale', note: 'There is none; css can say "filter: grayscale(1)".' },
    { theirs: 'toc', note: 'There is none; "outline" makes bookmarks of the headings.' },
  ],
};

const BROWSERLESS: Neighbor = {
  name: 'Browserless',
  page: 'browserless',
  facts: [
    "Browserless' REST API is at `/browserless`: `POST /browserless/pdf`, `/browserless/screenshot`, `/browserless/content` and `/browserless/scrape` (also `/browserless/chromium/…` and `/browserless/chrome/…`), with its fields and Puppeteer's units and defaults. Change the host (`https://production-sfo.browserless.io` → `https://pdf.example.com/browserless`) and the `token`, and keep your code; `Authorization: Bearer KEY` is better than `?token=KEY`, since addresses are written into logs. `/browserless/openapi.json` describes them. The first table below is for those who move to `/v1`, the second for those who keep their code.",
    'What is different there: unknown fields are refused, and what Platen does not do is answered 501 with its name; `/function` and `/download` are 501 (code of callers runs in the page, by `addScriptTag`, and nowhere else); no browser is lent, so there is nothing that `puppeteer.connect` could reach; content that is wider than the paper is made smaller, not cut off. Of the headers about the page there is `X-Response-Code`. `@page { margin }` of the page wins over `margin`, as there; `@page { size: landscape }` turns the paper with `preferCSSPageSize` only.',
    'What stands in `options` there stands beside `source` at `/v1`, in one object.',
  ],
  fields: [
    { theirs: 'url', ours: 'source.url' },
    { theirs: 'html', ours: 'source.html' },
    { theirs: 'options', note: 'Put what is in it beside "source".' },
    {
      theirs: 'gotoOptions',
      note: 'Pages are waited for until they are ready; "timeout" is a field of its own, in seconds.',
    },
    { theirs: 'waitForTimeout', ours: 'delay' },
    { theirs: 'waitForSelector', ours: 'wait_for_selector' },
    { theirs: 'waitForFunction', ours: 'wait_for', note: 'It is the name of a global function, not code.' },
    { theirs: 'addScriptTag', ours: 'javascript' },
    { theirs: 'addStyleTag', ours: 'css' },
    { theirs: 'authenticate', ours: 'auth' },
    { theirs: 'setExtraHTTPHeaders', ours: 'http_headers' },
    { theirs: 'setJavaScriptEnabled', ours: 'disable_javascript', note: 'It says the opposite.' },
    { theirs: 'emulateMediaType', ours: 'media' },
    { theirs: 'rejectResourceTypes', ours: 'block_resources' },
    {
      theirs: 'rejectRequestPattern',
      note: '"block_resources", "block_ads" and "hide_selectors" leave out what a page has.',
    },
    {
      theirs: 'bestAttempt',
      ours: 'timeout',
      note: 'After these seconds the page is captured as it is, without an error.',
    },
    { theirs: 'scrollPage', ours: 'lazy_load_images', note: 'It is on by default.' },
    { theirs: 'selector', ours: 'css_selector' },
  ],
};

const FIRECRAWL: Neighbor = {
  name: 'Firecrawl',
  page: 'firecrawl',
  facts: [
    "Firecrawl's `scrape` is at `/firecrawl/v2/scrape` and `/firecrawl/v1/scrape`, with its fields and its answer: give its clients the address of this service and `/firecrawl` (`new Firecrawl({ apiUrl: 'https://pdf.example.com/firecrawl', apiKey: KEY })`), and keep your code. `/firecrawl/openapi.json` describes them. The first table below is for those who move to `/v1`, the second for those who keep their code.",
    'What is different there: a screenshot is a `data:` address; unknown fields are refused, and what Platen does not do is answered 501 with its name (400 at `v1/scrape`, since its clients show no other sentence): the formats json, summary and others, `actions`, crawling, maps and searches. `metadata` has what the head of the page says, by its names there and by those of Firecrawl.',
    '`batch/scrape` reads up to 100 addresses later: each page is a [job](../jobs.md), charged by itself; `GET batch/scrape/{id}` has those that were read, 10 MB in one answer, `errors` the others, `DELETE` cancels what waits. Its id is that of the first job. A key needs `convert:*` and, to ask for it, `jobs:read` (`jobs:write` to cancel). Results stay for two days unless settings say otherwise; webhooks are those of [Platen](../webhooks.md).',
    'One page is read at a time: `POST /v1/convert/markdown`, or `POST /v1/convert` for several formats of it. There is no crawling.',
  ],
  fields: [
    { theirs: 'url', ours: 'source.url' },
    {
      theirs: 'formats',
      ours: 'outputs',
      note: 'Several are made by POST /v1/convert, with "outputs": [{"format": "markdown"}].',
    },
    { theirs: 'onlyMainContent', ours: 'content', note: '"auto", the default, is true, and "full" is false.' },
    { theirs: 'includeTags', ours: 'include_selectors', note: '"only_selector" keeps nothing else.' },
    { theirs: 'excludeTags', ours: 'exclude_selectors' },
    { theirs: 'waitFor', ours: 'delay' },
    { theirs: 'headers', ours: 'http_headers' },
    { theirs: 'blockAds', ours: 'block_ads', note: '"block_cookie_banners" is a field of its own.' },
    { theirs: 'removeBase64Images', ours: 'images', note: '"link" is its default.' },
    { theirs: 'mobile', ours: 'viewport', note: 'It is a size such as "390x844"; "user_agent" names the device.' },
    { theirs: 'location', ours: 'locale', note: '"timezone" is a field of its own.' },
    { theirs: 'skipTlsVerification', note: 'Certificates are always checked.' },
    { theirs: 'maxAge', note: 'Every request loads the page.' },
    { theirs: 'jsonOptions', note: 'POST /api/pdf/extract-data reads data out of text.' },
    { theirs: 'actions', note: '"javascript" runs in the page once it has loaded.' },
  ],
};

/** In the order in which a name that several have is looked for. */
export const NEIGHBORS: readonly Neighbor[] = [
  BROWSERLESS,
  PUPPETEER,
  PLAYWRIGHT,
  PDFSHIFT,
  GOTENBERG,
  DOCRAPTOR,
  PDFMONKEY,
  WKHTMLTOPDF,
  FIRECRAWL,
];

/** Names that people try, and that belong to nobody in particular. */
export const COMMON_FIELDS: readonly NeighborField[] = [
  { theirs: 'content', ours: 'source.html' },
  { theirs: 'body', ours: 'source.html' },
  { theirs: 'uri', ours: 'source.url' },
  { theirs: 'template', ours: 'template_id', note: 'A template that is not stored is "source.html" with "data".' },
  { theirs: 'variables', ours: 'data' },
  { theirs: 'context', ours: 'data' },
  { theirs: 'base_url', ours: 'source.base_url' },
  { theirs: 'files', ours: 'source.files' },
  { theirs: 'destination', note: 'The service sends results there; here they are given back.' },
  { theirs: 'callback', ours: 'webhook', note: 'The service has it: the result is announced there.' },
];
