import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPixels } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>`;
let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/docs/logo.svg': (_, response) =>
      void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square('lime')),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  site.hits.length = 0;
});

const { convert } = useSharedEngine();
const LIME = [0, 255, 0] as const;

it.each([
  ['an address', () => `${site.origin}/docs/logo.svg`],
  ['a relative address', () => 'logo.svg'],
  ['a file that came along', () => 'mine.svg'],
  ['a data URL', () => `data:image/svg+xml,${encodeURIComponent(square('lime'))}`],
])('a picture of %s is in the header and the footer', async (_, src) => {
  const part = { source: `<b>{{page}}</b> <img src="${src()}" width=40 height=40>` };
  const files = { 'mine.svg': Buffer.from(square('lime')).toString('base64') };
  const source = {
    html: '<p>one<p style="break-before:page">two<script></script>',
    base_url: `${site.origin}/docs/`,
    files,
  };
  const { bytes, warnings } = await convert({ source, header: part, footer: part });
  for (const page of [1, 2]) expect(pdfPixels(bytes, page).count(LIME)).toBeGreaterThan(1_500);
  expect(warnings).toEqual([]);
});

it('a picture that does not come is reported, and nothing of it goes to a refused address', async () => {
  const header = { source: '<img src="http://127.0.0.1:8080/logo.png" width=40 height=40>text' };
  const { warnings } = await convert({ source: { html: '<p>x' }, header });
  expect(warnings.map(({ code }) => code)).toEqual(['resource_blocked']);
});
