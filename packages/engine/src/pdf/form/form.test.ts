import { expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { type Pixels, pdfFaults, pdfJson, pdfPixels, pdfPlain, pdfText } from '../../testing/judge.ts';
import { usePages } from '../../testing/page.ts';
import { collectControls } from './in-page/collect-controls.ts';

const { convert, convertSeveral } = useSharedEngine();
const pages = usePages();

interface Field {
  readonly fullname: string;
  readonly fieldtype: string;
  readonly fieldflags: number;
  readonly alternativename: string;
  readonly value: unknown;
  readonly pageposfrom1: number;
  readonly annotation: { readonly appearancestate: string };
}

/** The widgets of a PDF's form, as qpdf reads them. */
const fieldsOf = (pdf: Uint8Array) => (pdfJson(pdf, 'acroform') as { fields: Field[] }).fields;
const READ_ONLY = 1;
const REQUIRED = 2;
const NO_EXPORT = 4;
const MULTILINE = 1 << 12;
const RADIO = (1 << 15) | (1 << 14);
const COMBO = 1 << 17;

it('controls become fields with their names, values, labels and rules, each with its tag', async () => {
  const html = `<!doctype html><html lang=en><title>t</title><form><label>Your name <input name=who value="Ada" required maxlength=40></label>
    <label><input type=checkbox name=ok value=agree checked>I agree</label><label><input type=checkbox name=news>News</label>
    <label><input type=radio name=r value=a>A</label><label><input type=radio name=r value="b c" checked>B</label>
    <select name=color aria-label=Color><option>red<option value=bl selected>blue</select>
    <textarea name=note readonly>two\nlines</textarea><input name=who value=again><input disabled name=off value=x>
    <input type=password name=pw value=secret><input type=signature name=sign><input type=hidden name=h value=h></form>
    <form><input type=radio name=r value=other></form>`;
  const { bytes, warnings } = await convert({ source: { html }, forms: true });
  expect(warnings).toEqual([]);
  expect(pdfFaults(bytes)).toBe('');
  const fields = fieldsOf(bytes);
  expect(
    fields.map(({ fullname, fieldtype, fieldflags, value, alternativename, annotation }) =>
      [fullname, fieldtype, fieldflags, value, alternativename, annotation.appearancestate].join('|'),
    ),
  ).toEqual([
    `who|/Tx|${REQUIRED}|Ada|Your name|`,
    'ok|/Btn|0|/agree|I agree|/agree',
    'news|/Btn|0|/Off|News|/Off',
    `r|/Btn|${RADIO}|/1|A|/Off`,
    `r|/Btn|${RADIO}|/1|B|/1`,
    `color|/Ch|${COMBO}|bl|Color|`,
    `note|/Tx|${READ_ONLY | MULTILINE}|two\rlines|note|`,
    'who-2|/Tx|0|again|who|',
    `off|/Tx|${READ_ONLY | NO_EXPORT}|x|off|`,
    `pw|/Tx|${1 << 13}||pw|`,
    'sign|/Sig|0||sign|',
    // Of another form, so that it is a group of its own.
    `r-2|/Btn|${RADIO}|/Off|r|/Off`,
  ]);
  const plain = pdfPlain(bytes);
  expect(plain).toContain('/MaxLen 40');
  expect(plain).toContain('/SigFlags 1');
  expect(plain).toMatch(/\/Opt \[\s+\(red\)\s+\[\s+\(bl\)\s+\(blue\)\s+\]\s+\]/);
  // What is sent for a group whose values are no names.
  expect(plain).toMatch(/\/Opt \[\s+\(a\)\s+\(b c\)\s+\]/);
  // The name that a control has stays known, and so does nothing of a password.
  expect(plain).toMatch(/\/TM \(who\)/);
  expect(plain).not.toContain('secret');
  expect(plain.match(/\/S \/Form\b/g)).toHaveLength(fields.length);
  // What stands in a field is there once.
  expect(pdfText(bytes).match(/Ada/g)).toHaveLength(1);
});

/** The share of what is in fields, which have a background, that is on one of two pages only. */
function difference(a: Pixels, b: Pixels): number {
  const isInside = (pixels: Pixels, x: number, y: number): boolean => {
    const [red = 0, , blue = 0] = pixels.at(x, y);
    return red > 240 && blue < 225;
  };
  let [different, all] = [0, 0];
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      const [before, after] = [isInside(a, x, y), isInside(b, x, y)];
      if (before || after) all += 1;
      if (before !== after) different += 1;
    }
  }
  return different / all;
}

const wordsOf = (pdf: Uint8Array): readonly string[] => pdfText(pdf).split(/\s+/).sort();

it('fields stand where the controls stood and look as they did, in any direction, turned, in columns, tables and frames, on all pages', async () => {
  const html = `<!doctype html><title>t</title><style>@page{size:400px 300px;margin:20px}body{margin:0;font:12px sans-serif}
    input,select,textarea{border:1px solid #000;background:#ffc}input:checked+b{display:none}.round{border-radius:9px}</style>
    <p><input value=own style="transform:rotate(20deg);width:80px"> <input value=own2 style="rotate:-90deg;width:40px">
    <div style="transform:rotate(90deg);width:70px;height:70px"><input value=turned size=4></div><div style="zoom:.5"><input value=half></div>
    <p style="height:120px;writing-mode:vertical-rl"><input value="縦書き" style="height:90px"> 縦</p>
    <div dir=rtl style="columns:2"><input value="שלום" size=10><p style="height:100px">x<p><input value=abc size=10></div>
    <p style="height:200px">space<p><input value="third page" style="display:block;margin:0 auto" class=round>
    <div style="display:grid;grid-template-columns:1fr 1fr;gap:10px"><input value=g1><input value=g2 style="text-align:right"><select><option>one</select></div>
    <div style="position:relative;padding:10px"><textarea>more
than one line</textarea></div><table style="width:100%"><tr><td><table><tr><td><input value=nested></table><td style="height:200px">x</table>
    <div style="float:right"><input value=float></div><iframe srcdoc="<p><input value=inside style='background:#ffc'>" style="height:60px"></iframe>`;
  const [plain, form] = await Promise.all([
    convert({ source: { html } }),
    convert({ source: { html }, forms: true, fail_on: ['form_field_missing'] }),
  ]);
  expect(form.pages).toBe(plain.pages);
  expect(new Set(fieldsOf(form.bytes).map(({ pageposfrom1 }) => pageposfrom1)).size).toBeGreaterThan(3);
  for (let page = 1; page <= (plain.pages ?? 0); page += 1) {
    const [before, after] = [pdfPixels(plain.bytes, page), pdfPixels(form.bytes, page)];
    // Edges are drawn twice; a field that is missing or elsewhere is more.
    expect(difference(before, after), `page ${page}`).toBeLessThan(0.12);
  }
  expect(wordsOf(form.bytes)).toEqual(wordsOf(plain.bytes));
});

it('what has no field is named, and names, values and links of a hostile page make a sound file', async () => {
  const html = `<!doctype html><title>t</title><form id=f></form><script>
    const evil = '\\0\\ud800\\n\\u202e<b>("\\\\)endobj ';
    const add = (tag, set) => { const e = document.createElement(tag); Object.assign(e, set); f.append(e); return e; };
    for (let i = 0; i < 2; i++) add('input', { name: evil, value: evil });
    add('textarea', { name: evil.repeat(9000), value: evil.repeat(9000) });
    add('input', { type: 'checkbox', name: 'a.b', value: 'Off', checked: true });
    for (const value of ['a', 'a']) add('input', { type: 'radio', name: 'r', value, checked: true });
    add('input', {}); add('input', { name: '\\u200f' });
    add('div', { innerHTML: '<a href="platen-field:0/0">x</a><input type=file name=up><input type=range><input style="opacity:0"><iframe sandbox srcdoc="<input>"></iframe>' });
    </script>`;
  const { bytes, warnings } = await convert({ source: { html }, forms: true });
  expect(pdfFaults(bytes)).toBe('');
  expect(fieldsOf(bytes).map(({ fullname }) => fullname.slice(0, 20))).toEqual([
    '\ufffd<b>("\\)endobj',
    '\ufffd<b>("\\)endobj-2',
    expect.stringContaining('\ufffd<b>("\\)endobj'),
    'a_b',
    ...['r', 'r'],
    'field',
    'field-2',
  ]);
  const [warning] = warnings.filter(({ code }) => code === 'form_field_missing');
  expect(warning?.detail).toMatchObject({
    count: 4,
    items: [
      { element: 'input type=file', name: 'up', reason: 'kind' },
      { element: 'input type=range', reason: 'kind' },
      { element: 'input type=text', reason: 'unseen' },
      { element: 'iframe', reason: 'frame' },
    ],
  });
});

it('a field that goes on over pages shows on each what stands there', async () => {
  const rows = Array.from({ length: 25 }, (_, row) => `row${row}\n`).join('');
  const html = `<style>@page{size:400px 300px;margin:20px}</style><textarea style="width:200px;height:400px">${rows}</textarea>`;
  const [plain, form] = await Promise.all([convert({ source: { html } }), convert({ source: { html }, forms: true })]);
  expect(new Set(fieldsOf(form.bytes).map(({ pageposfrom1 }) => pageposfrom1)).size).toBe(2);
  expect(wordsOf(form.bytes)).toEqual(wordsOf(plain.bytes));
});

it('of many controls without a field the first are named, and all are counted', async () => {
  const page = await pages.write(`<div style="opacity:0">${'<input>'.repeat(300)}</div>`);
  const { left } = await page.call(collectControls, 10, 1_000, 2);
  const unseen = { element: 'input type=text', name: '', reason: 'unseen' };
  expect(left).toEqual({ first: [unseen, unseen], count: 300 });
});

it('a choice of more characters than a form may have is named', async () => {
  const options = `<option>${'x'.repeat(8_000)}`.repeat(1_001);
  const html = `<select name=long style="width:90px">${options}</select><input name=short value=a>`;
  const { bytes, warnings } = await convert({ source: { html }, forms: true });
  expect(fieldsOf(bytes)).toMatchObject([{ fullname: 'short' }]);
  expect(warnings.find(({ code }) => code === 'form_field_missing')?.detail).toMatchObject({
    items: [{ name: 'long', reason: 'many' }],
  });
});

it('a page shows its controls again in what is made of it after the PDF, and the tab key goes where tabindex says', async () => {
  const html = `<!doctype html><title>t</title><form><input name=b value=second tabindex=2 style="color:red"><input name=a value=first tabindex=1></form>`;
  const { outputs } = await convertSeveral({
    source: { html },
    deterministic: true,
    outputs: [{ format: 'pdf', options: { forms: true } }, { format: 'text' }],
  });
  const [form, text] = outputs.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array];
  expect(Buffer.from(text).toString()).toMatch(/second\s+first/);
  expect(fieldsOf(form).map(({ fullname }) => fullname)).toEqual(['a', 'b']);
  expect(pdfPlain(form)).toContain('/Tabs /W');
  const again = await convert({ source: { html }, forms: true, deterministic: true });
  expect(Buffer.from(form).equals(Buffer.from(again.bytes))).toBe(true);
});
