import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentSecurityPolicy, escapeHtml, PATHS, pageHtml } from './layout.ts';
import { markdownHtml } from './markdown.ts';

/** The folder of the guides, in a checkout; an installation without it has none. */
const FOLDER = fileURLToPath(new URL('../../../../docs/', import.meta.url));

export interface Guide {
  /** Path of the file in docs/, without its extension. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export const GUIDES_POLICY = contentSecurityPolicy();

/** Our guides: what stands in docs/, but for the reference, which has pages of its own. */
export function readGuides(folder = FOLDER): readonly Guide[] {
  return globSync('**/*.md', { cwd: folder, exclude: ['reference/**'] })
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const name = file.replace(/\.md$/, '').replaceAll(path.sep, '/');
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    })
    .sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** Pictures of the guides, by their path in docs/. */
export function readPictures(folder = FOLDER): ReadonlyMap<string, () => Buffer> {
  const files = globSync('**/*.{webp,png,svg}', { cwd: folder });
  return new Map(files.map((file) => [file.replaceAll(path.sep, '/'), () => readFileSync(path.join(folder, file))]));
}

/** One guide with the list of all of them beside it. */
export function guideHtml(guides: readonly Guide[], guide: Guide): string {
  const html = markdownHtml(guide.text, { linkTo: (href) => guideLink(guides, guide, href) });
  return pageHtml({
    title: `${guide.title} · Platen`,
    current: PATHS.guides,
    body: `<div class="columns">${guideNavigation(guides, guide)}<main id="content">${html}</main></div>`,
  });
}

/** The list of the guides as a page. */
export function guidesHtml(guides: readonly Guide[]): string {
  const items = listed(guides).map(({ name, title }) => `<li><a href="${hrefOf(name)}">${escapeHtml(title)}</a></li>`);
  return pageHtml({
    title: 'Guides · Platen',
    current: PATHS.guides,
    body: `<div class="columns">${guideNavigation(guides)}<main id="content"><h1>Guides</h1><ul>${items.join('')}</ul>
<p>What each endpoint takes and answers is in the <a href="${PATHS.viewer}">reference of the API</a>.</p></main></div>`,
  });
}

/** Decisions and other folders are linked from where they matter. */
const listed = (guides: readonly Guide[]): readonly Guide[] => guides.filter(({ name }) => !/\/|^README$/.test(name));

const hrefOf = (name: string): string => `${PATHS.guides}/${name}`;

function guideNavigation(guides: readonly Guide[], current?: Guide): string {
  const items = listed(guides).map(
    (guide) =>
      `<li><a href="${hrefOf(guide.name)}"${guide === current ? ' aria-current="page"' : ''}>${escapeHtml(guide.title)}</a></li>`,
  );
  return `<nav aria-label="Documentation"><h2>Guides</h2><ul>${items.join('')}</ul>
<h2>Reference</h2><ul><li><a href="${PATHS.viewer}">API, to try</a></li><li><a href="${PATHS.reference}">API, to print</a></li>
<li><a href="${PATHS.openApi}">openapi.json</a></li></ul></nav>`;
}

/**
 * Where a link of a guide leads: links are written for a reader of the repository, relative to the file.
 * @returns undefined for files of the repository that this service has no page for
 */
function guideLink(guides: readonly Guide[], from: Guide, href: string): string | undefined {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [file = '', fragment] = href.split('#', 2);
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(from.name), file));
  const suffix = fragment === undefined ? '' : `#${fragment}`;
  const reference = /^reference\/([\w-]+)\.md$/.exec(target)?.[1];
  if (reference === 'README') return PATHS.reference;
  if (reference !== undefined) {
    return `${PATHS.reference}#${fragment === undefined ? reference : `${reference}-${fragment}`}`;
  }
  if (target === 'reference/openapi.json') return PATHS.openApi;
  if (/\.(?:webp|png|svg)$/.test(target) && !target.startsWith('..')) return `/docs/${target}`;
  const guide = guides.find(({ name }) => `${name}.md` === target);
  return guide && `${hrefOf(guide.name)}${suffix}`;
}
