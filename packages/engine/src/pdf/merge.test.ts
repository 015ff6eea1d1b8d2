import { beforeAll, describe, expect, it } from 'vitest';
import { pdfFaults, pdfInfo, pdfPages, pdfPlain, pdfStructure, pdfText } from '../testing/judge.ts';
import { useRawPrints } from '../testing/raw-prints.ts';
import { finishPdf } from './finish/finish.ts';
import { mergePdfs } from './merge.ts';

const prints = useRawPrints();
const signal = new AbortController().signal;
const document = (name: string) =>
  `<html lang=en><title>${name}</title><h1>${name}</h1><a href="#end">to the end</a><table><tr><th id=c>Column<td headers=c>cell of ${name}</table>` +
  `<p id=end style="break-before:page">end of ${name}`;
let parts: { readonly title: string; readonly bytes: Uint8Array }[];

beforeAll(async () => {
  parts = [];
  for (const name of ['Ada', 'Grace']) {
    parts.push({ title: `Für ${name}`, bytes: finishPdf(await prints.print(document(name)), { deterministic: true }) });
  }
});

describe('merged PDFs', () => {
  it('have all pages, an outline entry for each with its own outline in it, and labels that begin anew', async () => {
    const merged = await mergePdfs(parts, { numbering: 'item', signal });
    expect(pdfFaults(merged.bytes)).toBe('');
    expect([merged.pages, pdfPages(merged.bytes).length]).toEqual([4, 4]);
    expect(pdfText(merged.bytes)).toMatch(/cell of Ada[\s\S]*end of Ada[\s\S]*cell of Grace[\s\S]*end of Grace/);
    expect(outline(merged.bytes)).toEqual(['Für Ada', '  Ada', 'Für Grace', '  Grace']);
    const labels = /\/PageLabels <<\s*\/Nums \[([^\]]*)\]/.exec(pdfPlain(merged.bytes))?.[1];
    expect(labels?.match(/\d+/g)).toEqual(['0', '2']);
    const through = await mergePdfs(parts, { numbering: 'whole', signal });
    expect(pdfPlain(through.bytes)).not.toContain('/PageLabels');
  });

  it('keep tags, cells with their headers, and links within each part', async () => {
    const { bytes } = await mergePdfs(parts, { numbering: 'item', signal });
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

  it('hold what parts have in common once', async () => {
    const part = parts[0] as (typeof parts)[0];
    const one = await mergePdfs([part], { numbering: 'item', signal });
    const ten = await mergePdfs(Array<typeof part>(10).fill(part), { numbering: 'item', signal });
    expect(ten.bytes.length).toBeLessThan(2 * one.bytes.length);
  });

  it('refuse a file that is protected, or none of ours', async () => {
    const locked = finishPdf(parts[0]?.bytes ?? new Uint8Array(), {
      protection: { owner_password: 'owner', user_password: 'user' },
    } as Parameters<typeof finishPdf>[1]);
    await expect(mergePdfs([{ title: 'x', bytes: locked }], { numbering: 'item', signal })).rejects.toThrow();
    const text = { title: 'x', bytes: Buffer.from('text') };
    await expect(mergePdfs([text], { numbering: 'item', signal })).rejects.toThrow('not a PDF');
  });
});

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
