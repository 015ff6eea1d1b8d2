import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfPlain, pdfText } from '../../testing/judge.ts';
import { usePages } from '../../testing/page.ts';
import { withoutMarked } from '../soft-hyphens.ts';
import { hyphenatorFor } from './hyphen-patterns.ts';
import { findWords } from './in-page/hyphens.ts';

const { convert, convertSeveral } = useSharedEngine();
const pages = usePages();
const CSS = 'body{margin:0;hyphens:auto;font:16px Carlito}p{width:1px;margin:0 0 1em}';
const page = (body: string, css = '') =>
  `<!doctype html><html lang=en><title>T</title><style>${CSS}${css}</style>${body}`;
/** Lines of a paragraph that is as narrow as its longest part. */
const linesOf = (pdf: Uint8Array): string[] =>
  pdfText(pdf, '-layout')
    .split(/\s+/)
    .filter((line) => line !== '');

describe('hyphens: auto', () => {
  it('breaks words as their language does, where Chromium has no patterns', async () => {
    const body =
      '<p>incomprehensibilities<p lang=en-GB>documentation<p lang=de-AT>Straßenbahn<p lang=fr>l’administration<p lang=ru>электрификация' +
      '<p lang=el>δημοκρατία<p lang=tr>çekoslovakya<div lang=nl><p>arbeidsongeschiktheid</div><p>world-documentation';
    const { bytes, warnings } = await convert({ source: { html: page(body) } });
    expect(linesOf(bytes)).toEqual(
      (
        'in- com- pre- hen- si- bil- i- ties doc- u- ment- a- tion Stra- ßen- bahn l’ad- mi- nis- tra- tion элек- три- фи- ка- ция ' +
        'δη- μο- κρα- τία çe- kos- lo- vak- ya ar- beids- on- ge- schikt- heid world- doc- u- men- ta- tion'
      ).split(' '),
    );
    expect(warnings).toEqual([]);
    expect(pdfFaults(bytes)).toBe('');
  });

  it('leaves what is not to be broken: other values, addresses, words in parts, and those that the author breaks', async () => {
    const css = '.m{hyphens:manual}.n{white-space:nowrap}.l{hyphenate-limit-chars:20 4 4}.k{hyphenate-character:"="}';
    const body =
      '<p class=m>responsibilities<p class=n>responsibilities<p class=l>documentation<p class=l>incomprehensibilities<p class=k>nations<p>a@documentation.org' +
      '<p>inter<b>nationalization</b><p>respons&shy;ibilities<p lang=en>of<p><span hidden>documentation</span>end';
    const { bytes } = await convert({ source: { html: page(body, css) } });
    expect(linesOf(bytes)).toEqual(
      (
        'responsibilities responsibilities documentation incom- pre- hen- si- bil- i- ties na= tions a@documentation.org internationalization ' +
        'respons- ibilities of end'
      ).split(' '),
    );
  });

  it('leaves no soft hyphens in what is copied, searched or read, nor in running texts, and no trace in other outputs', async () => {
    const css =
      'p{width:12em}h1{string-set:t content()}@page{size:A5;margin:20mm;@top-left{content:string(t)}@bottom-left{content:element(f)}}.f{position:running(f)}.n{float:footnote}';
    const words = 'of official efficient affluent documentation ';
    const html = page(
      `<p class=f>Representatives</p><h1>Internationalization</h1><p>${words.repeat(8)}<span class=n>${words.repeat(4)}</span></p><p style="font-family:DejaVu Serif">of&shy;fi&shy;cial`,
      css,
    );
    const several = (format: string) => ({ format });
    const { outputs } = await convertSeveral({ source: { html }, outputs: [several('pdf'), several('text')] });
    const [pdf, text] = outputs;
    const plain = pdfPlain(pdf?.bytes ?? new Uint8Array());
    expect(pdfText(pdf?.bytes ?? new Uint8Array())).not.toContain('\u00ad');
    expect(plain).not.toMatch(/feff[0-9a-f]*00ad/i);
    expect(Buffer.from(text?.bytes ?? []).toString()).not.toContain('\u00ad');
    // The hyphen at the end of a line stays.
    const read = pdfText(pdf?.bytes ?? new Uint8Array());
    expect(pdfText(pdf?.bytes ?? new Uint8Array(), '-layout')).toMatch(/\w[-\u2010]\n/);
    expect(read.match(/\bofficial\s+efficient\s+affluent\s+documentation/g)?.length).toBe(12);
    for (const word of ['Internationalization', 'Representatives']) expect(read.split(word).length).toBeGreaterThan(1);
    expect(pdfFaults(pdf?.bytes ?? new Uint8Array())).toBe('');
  });

  it('leaves none in what fields are called', async () => {
    const body = '<label>Representatives documentation <input name=a></label>';
    const { bytes } = await convert({ source: { html: page(body) }, forms: true });
    expect(pdfPlain(bytes)).toContain('Representatives documentation');
  });

  it('gives the same bytes twice', async () => {
    const body = '<p style="width:9em">Considerable documentation of incomprehensibilities, internationally.</p>';
    const request = { source: { html: page(body) }, deterministic: true };
    const [one, other] = [await convert(request), await convert(request)];
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
  });
});

describe('words that are to be broken', () => {
  it('are not the letters of a drawing, which have places of their own, nor in more languages than are tried out', async () => {
    const drawn = await pages.write(
      '<html lang=nl style="hyphens:auto"><svg><text x="0 9 18 27">documentatie</text></svg><math><mtext>documentatie</mtext></math><select><option>documentatie</select>',
    );
    expect(await drawn.call(findWords, 100, 100, 2)).toEqual({ languages: [], more: false });
    const many = await pages.write(
      `<body style="hyphens:auto">${['nl', 'de', 'fr', 'nl'].map((tag) => `<p lang=${tag}>documentatie`).join('')}`,
    );
    const { languages, more } = await many.call(findWords, 100, 100, 2);
    expect(languages.map(({ language }) => language)).toEqual(['nl', 'de']);
    expect(more).toBe(true);
  });
});

describe('patterns', () => {
  it('are found by the tag of a language, and are none where they are not free', () => {
    const broken = (language: string, word: string) => hyphenatorFor(language)?.(word).replaceAll('\u00ad', '-');
    expect(broken('pt-BR', 'desenvolvimento')).toBe('de-sen-vol-vi-mento');
    expect(broken('DE-ch-1996', 'DAMPFSCHIFF')).toBe('DAMPF-SCHIFF');
    expect(['hu', 'cs', 'ja', '', 'x', '../de', 'constructor'].map((tag) => hyphenatorFor(tag))).toEqual(
      Array.from({ length: 7 }),
    );
    // The author may have written anything, of any length.
    expect(hyphenatorFor('a-'.repeat(1_000_000))).toBeUndefined();
    expect(broken(`de-${'a-'.repeat(1_000_000)}`, 'DAMPFSCHIFF')).toBe('DAMPF-SCHIFF');
    // Other letters, and what is longer than any word.
    expect(broken('en', 'docu\u{1d4b3}mentation')).toBe('docu\u{1d4b3}mentation');
    expect(broken('en', 'documentation'.repeat(9))).toBe('documentation'.repeat(9));
  });
});

describe('what Chromium writes of a soft hyphen', () => {
  it('goes, and all that places text stays', () => {
    const before =
      '<0037> Tj\n/Span<</ActualText <feff00ad> >> BDC\n29 0 Td <0002> Tj\nEMC\n0 0 Td <007c> Tj\n/Span<</ActualText <feff006600ad00660069> >> BDC\n<004c> Tj\nEMC\n';
    expect(withoutMarked(before)).toBe(
      '<0037> Tj\n29 0 Td 0 0 Td <007c> Tj\n/Span<</ActualText <feff006600660069> >> BDC\n<004c> Tj\nEMC\n',
    );
  });
});
