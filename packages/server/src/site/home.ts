import { ASSETS } from './assets.ts';
import { contentSecurityPolicy, PATHS, pageHtml } from './layout.ts';

/** Of the playground: the result is shown in a frame, from the memory of the page. */
export const HOME_POLICY = contentSecurityPolicy({
  'script-src': "'self'",
  'connect-src': "'self'",
  'frame-src': 'blob:',
});

const SUMMARY = 'HTML to PDF, images, text and Markdown in a real browser; verified data from documents.';

export interface HomeOptions {
  /** Whether people can sign in here. */
  readonly signIn: boolean;
  /** Origin that people see, as far as it is known. */
  readonly publicUrl?: string;
}

/** What programs are told at `/`. */
export const homeJson = ({ signIn }: HomeOptions) => ({
  name: 'Platen',
  description: SUMMARY,
  links: {
    docs: PATHS.viewer,
    guides: PATHS.guides,
    openapi: PATHS.openApi,
    health: '/health',
    ...(signIn ? { sign_in: PATHS.signIn } : {}),
  },
});

/** The page at `/`. */
export function homeHtml({ signIn, publicUrl = 'http://127.0.0.1:3000' }: HomeOptions): string {
  const cards = [
    card(PATHS.viewer, 'API', 'Every endpoint, with samples and a form to try it.'),
    card(PATHS.guides, 'Guides', 'Templates, analysis, accounts, operation.'),
    card(PATHS.openApi, 'OpenAPI', 'The document that clients are generated from.'),
    ...(signIn ? [card(PATHS.signIn, 'Sign in', 'For people; programs use a key.')] : []),
  ];
  return pageHtml({
    title: 'Platen',
    head: `<script type="module" src="${ASSETS.home.url}"></script>`,
    body: `<main class="home" id="content">
<h1>Documents out of HTML</h1>
<p class="lead">${SUMMARY}</p>
<p class="health" id="health" role="status"><a href="/health">How is this service?</a></p>
<ul class="cards">${cards.join('')}</ul>

<h2>The first conversion</h2>
<p>Put your key in place of <code>YOUR_KEY</code>. It was printed when the service started first; <code>platen keys create</code> makes another.</p>
<pre tabindex="0"><code id="sample">curl ${publicUrl}/v1/convert/pdf \\
  -H 'Authorization: Bearer YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"source": {"html": "&lt;h1&gt;Hello&lt;/h1&gt;"}}' \\
  -o hello.pdf</code></pre>

<h2>Playground</h2>
<form id="playground">
<label for="key">Your key <small>(stays in the memory of this page)</small></label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" required>
<label for="html">HTML</label>
<textarea id="html" name="html" spellcheck="false" required>${EXAMPLE}</textarea>
<button>Make a PDF</button>
</form>
<noscript><p>The playground needs JavaScript.</p></noscript>
<div class="result" id="result" aria-live="polite"></div>
</main>`,
  });
}

const card = (href: string, title: string, text: string): string =>
  `<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;

const EXAMPLE = `&lt;style&gt;
  body { font-family: sans-serif; margin: 2cm }
  h1 { color: #1a4fd6 }
  td, th { border-bottom: 1px solid #ccc; padding: .5em 1em; text-align: left }
&lt;/style&gt;
&lt;h1&gt;Invoice 2024-001&lt;/h1&gt;
&lt;table&gt;
  &lt;tr&gt;&lt;th&gt;What&lt;/th&gt;&lt;th&gt;Price&lt;/th&gt;&lt;/tr&gt;
  &lt;tr&gt;&lt;td&gt;Wayfinding signs&lt;/td&gt;&lt;td&gt;€ 1,200.00&lt;/td&gt;&lt;/tr&gt;
&lt;/table&gt;`;
