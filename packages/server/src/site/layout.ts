import { ASSETS } from './assets.ts';

/** Where the pages are. */
export const PATHS = {
  home: '/',
  viewer: '/docs',
  guides: '/docs/guides',
  reference: '/docs/reference',
  openApi: '/openapi.json',
  signIn: '/sign-in',
} as const;

export interface Page {
  readonly title: string;
  /** HTML of the page below its bar. */
  readonly body: string;
  /** The link of the bar that is marked as current. */
  readonly current?: string;
  /** HTML at the end of `head`. */
  readonly head?: string;
}

const BAR: readonly (readonly [href: string, text: string, isWide?: true])[] = [
  [PATHS.viewer, 'API'],
  [PATHS.guides, 'Guides'],
  [PATHS.reference, 'Print', true],
  [PATHS.openApi, 'OpenAPI', true],
];

/** A whole page of this service's site. */
export function pageHtml({ title, body, current, head = '' }: Page): string {
  const links = BAR.map(
    ([href, text, isWide]) =>
      `<a href="${href}"${href === current ? ' aria-current="page"' : ''}${isWide ? ' class="wide"' : ''}>${text}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ASSETS.icon.url}" type="image/svg+xml">
<link rel="stylesheet" href="${ASSETS.style.url}">
${head}
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar"><a class="brand" href="/"><img src="${ASSETS.icon.url}" alt="">Platen</a>${links.join('')}</header>
${body}
</body>
</html>
`;
}

/** Content-Security-Policy of the pages: files of this service only, and nothing inline. */
export function contentSecurityPolicy(more: Readonly<Record<string, string>> = {}): string {
  const directives = {
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...more,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
