import { beforeAll, describe, expect, it } from 'vitest';
import { pdfFaults, pdfInfo, pdfPages, pdfPixels, pdfPlain, pdfStructure, pdfText } from '../testing/judge.ts';
import { useRawPrints } from '../testing/raw-prints.ts';
import { finishPdf } from './finish/finish.ts';
import { mergePdfs } from './merge.ts';

const prints = useRawPrints();
const signal = new AbortController().signal;
const document = (name: string) =>
  `<html lang=en><title>${name}</title><h1>${name}</h1><a href="#end">to the end</a><table><tr><th id=c>Column<td headers=c>cell of ${name}</table>` +
  `<p id=end style="break-before:page">end of ${name}`;
interface Part {
  readonly title: string;
  readonly bytes: Uint8Array;
}
let parts: Part[];
/** Of copies: merging takes the bytes that it is given. */
const merge = (given: readonly Part[], numbering: 'item' | 'whole' = 'item') =>
  mergePdfs(
    given.map(({ title, bytes }) => ({ title, bytes: Uint8Array.from(bytes) })),
    { numbering, signal },
  );

beforeAll(async () => {
  parts = [];
  for (const name of ['Ada', 'Grace']) {
    parts.push({ title: `Für ${name}`, bytes: finishPdf(await prints.print(document(name)), { deterministic: true }) });
  }
});

describe('merged PDFs', () => {
  it('have all pages, an outline entry for each with its own outline in it, and labels that begin anew', async () => {
    const merged = await merge(parts);
    expect(pdfFaults(merged.bytes)).toBe('');
    expect([merged.pages, pdfPages(merged.bytes).length]).toEqual([4, 4]);
    expect(pdfText(merged.bytes)).toMatch(/cell of Ada[\s\S]*end of Ada[\s\S]*cell of Grace[\s\S]*end of Grace/);
    expect(outline(merged.bytes)).toEqual(['Für Ada', '  Ada', 'Für Grace', '  Grace']);
    const labels = /\/PageLabels <<\s*\/Nums \[([^\]]*)\]/.exec(pdfPlain(merged.bytes))?.[1];
    expect(labels?.match(/\d+/g)).toEqual(['0', '2']);
    const through = await merge(parts, 'whole');
    expect(pdfPlain(through.bytes)).not.toContain('/PageLabels');
  });

  it('keep tags, cells with their headers, and links within each part', async () => {
    const { bytes } = await merge(parts);
    expect(pdfInfo(bytes).Tagged).toBe('yes');
    const structure = pdfStructure(bytes);
    const single = parts.map((part) => pdfStructure(part.bytes).match(/\b(?:H1|Table|TH|TD|Link|P)\b/g) ?? []);
    const kinds = structure.match(/\b(?:H1|Table|TH|TD|Link|P)\b/g) ?? [];
    expect(kinds).toEqual(single.flat());
    const ids = [...structure.matchAll(/TH <([^>]+)>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(structure).toContain(`/Headers [(${id})]`);
    const places = [...pdfPlain(bytes).matchAll(/\/Dest \/(\d+-end)/g)].map(([, name]) => name);
    expect(places.sort()).toEqual(['000001-end', '000002-end']);
  });

  it('say what all parts say alike, each in its language, and hide what is hidden in them', async () => {
    const about = async (lang: string, title: string, stamp: Uint8Array) => {
      const print = await prints.print(
        `<html lang=${lang}><title>${title}</title><style>body{margin:0}</style><p>${title}`,
      );
      return { title, bytes: finishPdf(print, { metadata: { author: 'Ada Ltd' }, stamp: { pdf: stamp } }) };
    };
    const [shown, hidden] = [layered(''), layered('5 0 R')];
    const given = [
      await about('en', 'One', hidden),
      await about('de', 'Zwei', shown),
      await about('de', 'Drei', hidden),
    ];
    const { bytes } = await merge(given);
    expect(pdfFaults(bytes)).toBe('');
    expect(pdfInfo(bytes)).toMatchObject({ Author: 'Ada Ltd', Tagged: 'yes' });
    expect(pdfInfo(bytes)).not.toHaveProperty('Title');
    expect(pdfInfo((await merge([given[1] as Part, given[1] as Part])).bytes).Title).toBe('Zwei');
    expect(
      pdfPlain(bytes)
        .match(/\/Lang \((?:en|de)\)/g)
        ?.sort(),
    ).toEqual(['/Lang (de)', '/Lang (de)', '/Lang (en)', '/Lang (en)']);
    expect([1, 2, 3].map((page) => pdfPixels(bytes, page).count([255, 0, 0]) > 0)).toEqual([false, true, false]);
  });

  it('hold what parts have in common once', async () => {
    const part = parts[0] as (typeof parts)[0];
    const one = await merge([part]);
    const ten = await merge(Array<typeof part>(10).fill(part));
    expect(ten.bytes.length).toBeLessThan(2 * one.bytes.length);
  });

  it('are the same whatever was merged before, went wrong, or is merged beside', async () => {
    const [first, ...others] = await Promise.all([merge(parts), merge(parts), merge(parts)]);
    const broken = [{ title: 'none', bytes: new TextEncoder().encode('no PDF') }];
    await expect(merge([...parts, ...broken])).rejects.toThrow('"none"');
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(mergePdfs(broken, { numbering: 'item', signal: stopped })).rejects.toThrow('stopped');
    for (const made of [...others, await merge(parts), await merge(parts)]) expect(made).toEqual(first);
  });

  it('refuse a file that is protected, or none of ours', async () => {
    const locked = finishPdf(parts[0]?.bytes ?? new Uint8Array(), {
      protection: { owner_password: 'owner', user_password: 'user' },
    } as Parameters<typeof finishPdf>[1]);
    await expect(merge([parts[0] as Part, { title: 'x', bytes: locked }])).rejects.toThrow(
      'file 2, "x", cannot be read',
    );
    const text = { title: 'x', bytes: Buffer.from('text') };
    await expect(merge([text])).rejects.toThrow('not a PDF');
  });
});

/** A page with a red square in a layer. @param off references of layers that are hidden */
function layered(off: string): Buffer {
  const content = '/OC /L BDC 1 0 0 rg 0 50 50 50 re f EMC';
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[${off}]>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Properties<</L 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/OCG/Name(Layer)>>',
  ];
  let text = '%PDF-1.4\n';
  const rows = objects.map((object, index) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R/Size 6>>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`);
}

/** Titles in the order in which a reader shows them, indented by their depth. */
function outline(pdf: Uint8Array): string[] {
  const plain = pdfPlain(pdf);
  const objects = new Map(
    [...plain.matchAll(/(\d+) 0 obj\s*(<<[\s\S]*?>>)\s*endobj/g)].map(([, number, text]) => [number, text as string]),
  );
  const titles: string[] = [];
  const walk = (number: string | undefined, depth: number): void => {
    const item = objects.get(number ?? '');
    if (!item) return;
    const written = /\/Title (?:\(([^)]*)\)|<([0-9a-f]+)>)/.exec(item);
    const hex = written?.[2];
    const bytes = hex === undefined ? undefined : Buffer.from(hex, 'hex').subarray(2).swap16().toString('utf16le');
    titles.push('  '.repeat(depth) + (bytes ?? written?.[1]));
    walk(/\/First (\d+)/.exec(item)?.[1], depth + 1);
    walk(/\/Next (\d+)/.exec(item)?.[1], depth);
  };
  const root = /\/Outlines (\d+)/.exec(plain)?.[1];
  walk(/\/First (\d+)/.exec(objects.get(root ?? '') ?? '')?.[1], 0);
  return titles;
}
