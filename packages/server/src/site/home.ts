import { contentSecurityPolicy, PATHS, pageHtml } from './layout.ts';

export const HOME_POLICY = contentSecurityPolicy();

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

/** The page at `/` of a service without a dashboard. */
export function homeHtml({ signIn, publicUrl = 'http://127.0.0.1:3000' }: HomeOptions): string {
  const cards = [
    card(PATHS.viewer, 'API', 'Every endpoint, with samples and a form to try it.'),
    card(PATHS.guides, 'Guides', 'Templates, analysis, accounts, operation.'),
    card(PATHS.openApi, 'OpenAPI', 'The document that clients are generated from.'),
  ];
  const notBuilt = signIn ? '<p><strong>The dashboard was not built:</strong> run <code>script/setup</code>.</p>' : '';
  return pageHtml({
    title: 'Platen',
    body: `<main class="home" id="content">
<h1>Documents out of HTML</h1>
<p class="lead">${SUMMARY}</p>
${notBuilt}
<ul class="cards">${cards.join('')}</ul>

<h2>The first conversion</h2>
<p>Put your key in place of <code>YOUR_KEY</code>. It was printed when the service started first; <code>platen keys create</code> makes another.</p>
<pre tabindex="0"><code>curl ${publicUrl}/v1/convert/pdf \\
  -H 'Authorization: Bearer YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"source": {"html": "&lt;h1&gt;Hello&lt;/h1&gt;"}}' \\
  -o hello.pdf</code></pre>
</main>`,
  });
}

const card = (href: string, title: string, text: string): string =>
  `<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;
