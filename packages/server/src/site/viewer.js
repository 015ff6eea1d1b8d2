// Starts the viewer of the API.

const nonce = document.querySelector('meta[property=csp-nonce]').nonce;
const root = document.getElementById('content');

// The viewer marks its first style sheet with the nonce, but not those that it adds later.
const create = Document.prototype.createElement;
Document.prototype.createElement = function (name, ...options) {
  const element = create.call(this, name, ...options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

const bundle = document.createElement('script');
bundle.src = root.dataset.bundle;
bundle.addEventListener('load', () => {
  window.Scalar.createApiReference('#viewer', {
    url: root.dataset.document,
    theme: 'default',
    // Nothing from anywhere else, and nothing to anywhere else: keys that are typed stay in this page.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    persistAuth: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    operationTitleSource: 'summary',
    customCss: `.scalar-app { --scalar-custom-header-height: 3.25rem; --scalar-font: system-ui, sans-serif }
/* On a small screen, a table of the introduction is moved sideways: its words would be broken at each letter. */
.scalar-app .markdown table { display: block; overflow-x: auto }
.scalar-app .markdown :is(th, td) { min-width: 7rem; word-break: normal; overflow-wrap: break-word }
@media print { .t-doc__sidebar, .scalar-app .show-api-client-button { display: none !important } }`,
  });
});
document.head.append(bundle);
