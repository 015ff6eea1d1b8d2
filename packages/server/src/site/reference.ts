import type { ReferencePage } from '../reference/pages.ts';
import { contentSecurityPolicy, escapeHtml, PATHS, pageHtml } from './layout.ts';
import { markdownHtml } from './markdown.ts';

export const REFERENCE_POLICY = contentSecurityPolicy();

/** The whole reference as one page without script, to read and to print. */
export function referenceHtml(pages: readonly ReferencePage[]): string {
  const links = pages.map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`);
  const sections = pages.map(
    ({ name, text }) =>
      `<section id="${name}">${markdownHtml(text, { prefix: `${name}-`, deeper: 1, linkTo: target })}</section>`,
  );
  return pageHtml({
    title: 'API reference · Platen',
    current: PATHS.reference,
    body: `<div class="columns"><nav aria-label="Reference"><h2>Reference</h2><ul>${links.join('')}</ul></nav>
<main id="content"><h1>API reference</h1>
<p>Send your key as <code>Authorization: Bearer KEY</code>. The same with samples, and to try: <a href="${PATHS.viewer}">${PATHS.viewer}</a>.</p>
${sections.join('\n')}</main></div>`,
  });
}

/** A link between pages leads to a part of this one. */
function target(href: string): string {
  const between = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(href);
  if (!between) return href;
  const [, page = '', part] = between;
  return `#${part === undefined ? page : `${page}-${part}`}`;
}
