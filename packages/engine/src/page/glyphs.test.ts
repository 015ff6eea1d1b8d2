import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usePages } from '../testing/page.ts';
import { findCandidates } from './candidates.ts';
import { missingGlyphs } from './glyphs.ts';

const pages = usePages();
const missing = async (html: string) => {
  const page = await pages.write(html);
  return await missingGlyphs(page, await findCandidates(page));
};
/** Assigned nowhere and never, so that no font has it. */
const NEVER = '\u{10fffe}';

/** A font with one character: U+0378, which no standard assigns, drawn as its first letter. */
function fontOfOneCharacter(): string {
  const font = readFileSync(new URL('../../../../examples/report/fonts/Caladea-Regular.ttf', import.meta.url));
  // A table `cmap` of format 12 with one group (OpenType), put at the end and pointed to by the table directory.
  const cmap = Buffer.from([1, 0x3_000a, 12, 0xc_0000, 28, 0, 1, 0x378, 0x378, 36].flatMap(bigEndian));
  const padded = Buffer.concat([font, Buffer.alloc((4 - (font.length % 4)) % 4)]);
  const entry = padded.indexOf('cmap', 0, 'latin1');
  padded.writeUInt32BE(padded.length, entry + 8);
  padded.writeUInt32BE(cmap.length, entry + 12);
  return `data:font/ttf;base64,${Buffer.concat([padded, cmap]).toString('base64')}`;
}

const bigEndian = (number: number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];

describe('a glyph that no font has', () => {
  it('is reported with its number and kind, without the text', async () => {
    const warning = await missing(`<p>price ${NEVER}${NEVER}</p><p>and &#x378; in Greek</p>`);
    expect(warning).toMatchObject({
      code: 'font_missing',
      detail: { characters: 3, distinct: 2, scripts: 'unassigned' },
    });
    expect(JSON.stringify(warning)).not.toContain(NEVER);
  });

  it('is found wherever text is drawn', async () => {
    expect(await missing(`<svg><text y=20>${NEVER}</text></svg>`)).toMatchObject({ detail: { characters: 1 } });
    expect(await missing(`<input value="${NEVER}"><input placeholder="${NEVER}">`)).toMatchObject({
      detail: { characters: 2 },
    });
    expect(await missing(`<textarea>${NEVER}</textarea>`)).toMatchObject({ detail: { characters: 1 } });
    expect(await missing(`<select><option>${NEVER}<option>${NEVER}</select>`)).toMatchObject({
      detail: { characters: 1 },
    });
    expect(await missing('<style>div > ::before{content:"\\10fffe  "}</style><div><p>one<p>two</div>')).toMatchObject({
      detail: { characters: 2 },
    });
    const shadow = `<div id=d></div><script>d.attachShadow({mode:'open'}).innerHTML='<p>${NEVER}'</script>`;
    expect(await missing(shadow)).toMatchObject({ detail: { characters: 1 } });
  });

  it('is found in frames', async () => {
    const page = await pages.write(`<iframe srcdoc="<p>${NEVER}"></iframe>`);
    // A frame of a document that is written may load after it.
    await page.call(async () => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement;
      while (!frame.contentDocument?.querySelector('p')) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    expect(await missingGlyphs(page, await findCandidates(page))).toMatchObject({ detail: { characters: 1 } });
  });

  it('is nobody`s business where it cannot be seen', async () => {
    expect(await missing(`<script>const s='${NEVER}'</script><style>/*${NEVER}*/</style><p>x`)).toBeUndefined();
    expect(await missing(`<title>${NEVER}</title><p hidden>${NEVER}</p><!--${NEVER}-->`)).toBeUndefined();
    expect(await missing(`<p style="opacity:0">${NEVER}</p><p style="visibility:hidden">${NEVER}`)).toBeUndefined();
    expect(await missing(`<p style="font-size:0">${NEVER}</p>`)).toBeUndefined();
    expect(await missing(`<style>b::before{content:"\\10fffe"}</style><p>no such element`)).toBeUndefined();
  });

  it('is looked up in the fonts of the page too', async () => {
    const page = (family: string, text: string) =>
      `<style>@font-face{font-family:Own;src:url(${fontOfOneCharacter()})}p{font-family:${family}}</style><p>${text}`;
    expect(await missing(page('Own', '\u0378'))).toBeUndefined();
    expect(await missing(page('Arial,Own', '\u0378'))).toBeUndefined();
    expect(await missing(page('Arial', '\u0378'))).toMatchObject({ detail: { characters: 1 } });
    expect(await missing(page('Own', NEVER))).toMatchObject({ detail: { characters: 1 } });
  });
});

describe('no warning comes', () => {
  it.each([
    ['for Latin', 'Grüße – naïve €5 “quoted”… ™ ½'],
    ['for joined emoji', '👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 ❤️ ☎︎ 1️⃣ 🇩🇪 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['for marks', 'e\u0301 a\u0308\u0301 क्षि ก็ שָׁלוֹם \u0301'],
    ['for letters of many scripts', '汉字 かな 한글 العربية עברית ไทย हिन्दी Ελληνικά Русский ქართული አማርኛ'],
    ['for spaces and controls', 'a\u2003b\u3000c\u200bd\u2060e\ufefff\u00adg\u0085h\u2028i\u200ej\u061ck'],
    ['for private use', '\ue001 \uf0c9 \u{f0001}'],
    ['for a lone surrogate', '&#xd800;'],
  ])('%s', async (_, text) => {
    expect(await missing(`<p>${text}</p>`)).toBeUndefined();
  });

  it('for the icons of a style sheet', async () => {
    expect(await missing('<style>i::before{content:"\\f0c9"}</style><i></i>')).toBeUndefined();
  });
});
