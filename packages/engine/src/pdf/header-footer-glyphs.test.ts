import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';

const { convert } = useSharedEngine();
const warn = async (header: Record<string, unknown>, html = '<p>x') =>
  (await convert({ source: { html }, header })).warnings.map(({ code, message, detail }) => ({
    code,
    message,
    detail,
  }));
const NEVER = '\u{10fffe}';

it('characters of a header that no font has are reported', async () => {
  expect(await warn({ source: `<b>${NEVER} {{page}}</b>&#x10fffe;` })).toEqual([
    {
      code: 'font_missing',
      message: expect.stringMatching(/^2 characters of the header have no glyph/),
      detail: { characters: 2, distinct: 1, scripts: 'unassigned' },
    },
  ]);
  const footer = { source: NEVER };
  const { warnings } = await convert({ source: { html: '<p>x' }, header: footer, footer });
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^2 characters of the header and footer/),
  ]);
});

it('those of the title that it shows too', async () => {
  const found = await warn({ source: '{{title}}' }, `<title>${NEVER}</title><p>x`);
  expect(found.map(({ code }) => code)).toEqual(['font_missing']);
});

it.each([
  ['letters of many scripts', 'Grüße – 汉字 العربية 👩‍🚀 €'],
  [
    'what is hidden',
    `<style>.no{display:none}</style><b class=no>${NEVER}</b><script>"${NEVER}"</script><!--${NEVER}-->`,
  ],
  ['private use', '\ue001 &amp;'],
])('%s give no warning', async (_, source) => {
  expect(await warn({ source })).toEqual([]);
});

it('a font that a header brings is looked at', async () => {
  const font = readFileSync(new URL('../../../../examples/report/fonts/Caladea-Regular.ttf', import.meta.url));
  // A table `cmap` of format 12 with one group (OpenType): U+0378 is drawn as a letter.
  const words = [0x1, 0x3_000a, 12, 0xc_0000, 28, 0, 1, 0x378, 0x378, 36];
  const cmap = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) cmap.writeUInt32BE(word, 4 * index);
  const padded = Buffer.concat([font, Buffer.alloc((4 - (font.length % 4)) % 4)]);
  const entry = padded.indexOf('cmap', 0, 'latin1');
  padded.writeUInt32BE(padded.length, entry + 8);
  padded.writeUInt32BE(cmap.length, entry + 12);
  const data = Buffer.concat([padded, cmap]).toString('base64');
  const source = (family: string) =>
    `<style>@font-face{font-family:Own;src:url(data:font/ttf;base64,${data})}b{font-family:${family}}</style><b>\u0378</b>`;
  expect(await warn({ source: source('Own') })).toEqual([]);
  expect((await warn({ source: source('Arial') })).map(({ code }) => code)).toEqual(['font_missing']);
});
