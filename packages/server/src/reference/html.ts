import { hash } from 'node:crypto';
import { Marked, type Tokens } from 'marked';
import type { ReferencePage } from './pages.ts';

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;max-width:72rem;margin:auto;padding:1rem 1.5rem 4rem}
nav ul{columns:16rem;padding-left:1.2rem}
section{border-top:1px solid #8886;margin-top:3rem}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}
code,pre{font:.9em/1.45 ui-monospace,monospace}
pre{background:#8881;padding:.8rem;overflow-x:auto}`;

/** Content-Security-Policy of the page: nothing but its own style. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference as one page of HTML, without script. */
export function referenceHtml(pages: readonly ReferencePage[]): string {
  const links = pages.map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`);
  const sections = pages.map((page) => `<section id="${page.name}">${sectionOf(page)}</section>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Platen API</title>
<style>${STYLE}</style>
<h1>Platen API</h1>
<p>Send your key as <code>Authorization: Bearer KEY</code>. The same as OpenAPI: <a href="openapi.json">openapi.json</a>.</p>
<nav><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
</html>
`;
}

function sectionOf({ name, text }: ReferencePage): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading): string {
        const level = Math.min(6, depth + 1);
        return `<h${level} id="${name}-${slug(words)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(target(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** A link between pages leads to a part of this one. */
function target(href: string): string {
  const between = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(href);
  if (!between) return href;
  const [, page = '', part] = between;
  return `#${part === undefined ? page : `${page}-${part}`}`;
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
