import { beforeAll, describe, expect, it } from 'vitest';
import { pdfFaults, pdfInfo, pdfPlain, pdfStructure, pdfText } from '../../testing/judge.ts';
import { useRawPrints } from '../../testing/raw-prints.ts';
import { finishPdf } from './finish.ts';

const prints = useRawPrints();
const UNTAGGED = { generateTaggedPDF: false, generateDocumentOutline: false };
const HTML =
  '<html lang=en><title>Letter</title><h1>Letter</h1><p id=p><a href="javascript:alert(1)">script</a> ' +
  '<a href="FILE:///etc/passwd">file</a> <a href="data:text/html,x">data</a> <a href="https://a.test/x?a=(b)">web</a> ' +
  '<a href="mailto:a@b.test">mail</a> <a href="tel:+1">tel</a> <a href="sms:+1">sms</a> <a href="#p">here</a>';
let before: Uint8Array;

beforeAll(async () => {
  before = await prints.print(HTML);
});

const ids = (pdf: Uint8Array) => /\/ID ?\[ ?<([0-9a-f]{32})> ?<\1> ?\]/.exec(Buffer.from(pdf).toString('latin1'))?.[1];

describe('metadata', () => {
  it('is written so that readers show it', () => {
    const metadata = { title: 'Bericht (ä) €', author: 'Zoë 山田', subject: '\\(', keywords: 'a, b', creator: '🙂' };
    const after = finishPdf(before, { metadata });
    expect(pdfFaults(after)).toBe('');
    expect(pdfInfo(after)).toMatchObject({
      Title: metadata.title,
      Author: metadata.author,
      Subject: metadata.subject,
      Keywords: metadata.keywords,
      Creator: metadata.creator,
    });
    expect(pdfInfo(after).Producer).toBe(pdfInfo(before).Producer);
  });

  it('stays where nothing is given', () => {
    const { 'File size': _, 'PDF version': __, ...info } = pdfInfo(before);
    expect(pdfInfo(finishPdf(before))).toMatchObject(info);
  });

  it('has the title shown in a tagged document only', async () => {
    const untitled = await prints.print('<p>x');
    expect(pdfPlain(finishPdf(untitled, { metadata: { title: 'T' } }))).toContain('/DisplayDocTitle true');
    const untagged = await prints.print('<p>x', UNTAGGED);
    expect(pdfPlain(finishPdf(untagged, { metadata: { title: 'T' } }))).not.toContain('/DisplayDocTitle');
  });

  it('tells a language where the document tells none', async () => {
    const language = (pdf: Uint8Array) =>
      /\/Type \/Catalog/.test(pdfPlain(pdf)) && /\/Lang \((.*)\)/.exec(pdfPlain(pdf))?.[1];
    const untagged = await prints.print('<p>x', UNTAGGED);
    expect(language(finishPdf(untagged, { lang: 'de-AT' }))).toBe('de-AT');
    expect(language(finishPdf(before, { lang: 'de-AT' }))).toBe('en');
  });
});

describe('names of elements', () => {
  const table = (rows: number) =>
    `<table><tr><th scope=col>A<th scope=col>B${'<tr><th scope=row>x<td>y'.repeat(rows)}</table>`;
  /** Chromium numbers a node when somebody asks for its number. */
  const numberedAnew = (pdf: Uint8Array) =>
    Buffer.from(
      Buffer.from(pdf)
        .toString('latin1')
        .replaceAll(/(?<=\(node)\d{8}(?=\))/g, (id) => String(90_000_000 - Number(id))),
      'latin1',
    );

  it('tell nothing but their order in a file that is to be the same each time', async () => {
    const pdf = await prints.print(table(200));
    const after = finishPdf(pdf, { deterministic: true });
    expect(pdfFaults(after)).toBe('');
    expect(Buffer.compare(after, finishPdf(numberedAnew(pdf), { deterministic: true }))).toBe(0);
    const unnamed = (structure: string) => structure.replaceAll(/node\d{8}/g, 'node');
    expect(unnamed(pdfStructure(after))).toBe(unnamed(pdfStructure(finishPdf(pdf))));
    const names = [...pdfPlain(after).matchAll(/\/ID \((node\d+)\)/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([...names].sort()[0]).toBe('node00000001');
    const used = [...pdfPlain(after).matchAll(/\/Headers \[([^\]]*)\]/g)].flatMap(
      ([, list = '']) => list.match(/node\d+/g) ?? [],
    );
    expect(used.length).toBeGreaterThan(200);
    expect(used.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('that only look like them stay as they are', async () => {
    const pdf = await prints.print(`<title>node00000007</title>${table(3)}`);
    expect(pdfInfo(finishPdf(pdf, { deterministic: true })).Title).toBe('node00000007');
  });
});

describe('identity', () => {
  it('is a hash of the content', () => {
    expect(ids(before)).toBeUndefined();
    expect(ids(finishPdf(before))).toBeDefined();
    expect(ids(finishPdf(before))).toBe(ids(finishPdf(before)));
    expect(ids(finishPdf(before, { lang: 'x', metadata: { title: 'Other' } }))).not.toBe(ids(finishPdf(before)));
  });

  it('is equal, with every byte, whatever was finished before, in memory that is used again', async () => {
    const first = finishPdf(before, { deterministic: true });
    const large = await prints.print(`<title>x</title>${'<p>Lorem ipsum, of another document.'.repeat(300)}`);
    finishPdf(large, { deterministic: true });
    // Ends while it is read.
    expect(finishPdf(large.subarray(0, large.length - 200))).toHaveLength(large.length - 200);
    expect(Buffer.compare(finishPdf(before, { deterministic: true }), first)).toBe(0);
  });

  it('is equal, with every byte, for equal documents printed at different times', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const later = await prints.print(HTML);
    expect(Buffer.compare(later, before)).not.toBe(0);
    const options = { deterministic: true };
    expect(Buffer.compare(finishPdf(later, options), finishPdf(before, options))).toBe(0);
    expect(pdfInfo(finishPdf(later, options)).CreationDate).toBeUndefined();
    expect(pdfInfo(finishPdf(later)).CreationDate).toBe(pdfInfo(later).CreationDate);
  });
});

describe('links', () => {
  it('lose what runs script or opens a file, and keep their place in the structure', () => {
    const after = finishPdf(before);
    expect(pdfFaults(after)).toBe('');
    const plain = pdfPlain(after);
    expect(plain).not.toMatch(/javascript|passwd|text\/html/i);
    expect([...plain.matchAll(/\/URI \(((?:\\.|[^\\)])*)\)/g)].map(([, address]) => address)).toEqual([
      'https://a.test/x?a=\\(b\\)',
      'mailto:a@b.test',
      'tel:+1',
      'sms:+1',
    ]);
    expect(plain.match(/\/Subtype \/Link/g)).toHaveLength(8);
    expect(plain).toMatch(/\/Dest/);
    expect(pdfStructure(after)).toBe(pdfStructure(before));
    expect(pdfText(after)).toBe(pdfText(before));
  });
});
