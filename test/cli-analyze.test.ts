import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printed, smallPdf } from '../packages/engine/src/testing/small-pdf.ts';
import { callPlaten, startPlaten } from './cli-command.ts';

/** `platen analyze` and `platen waitlist`, as somebody calls them. */

const folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-analyze-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HERE = { PLATEN_DATA: path.join(folder, 'data'), DATABASE_URL: '', PLATEN_BOOTSTRAP_KEY: '' };

async function platen(args: readonly string[], input?: string | Buffer) {
  return await callPlaten(args, { settings: HERE, input });
}

function file(name: string, content: string | Buffer): string {
  const written = path.join(folder, name);
  writeFileSync(written, content);
  return written;
}

const LINES = [
  'Mill & Sons Ltd',
  'Invoice No. 2030-17',
  'Date: 2030-01-12',
  'Oak boards  4  25.00  100.00',
  'Subtotal  100.00',
  'VAT 20 %  20.00',
  'Total EUR  120.00',
];
const INVOICE = LINES.join('\n');

describe('platen analyze', () => {
  it('reads an invoice from a file and from standard input', async () => {
    const read = await platen(['analyze', 'invoice', file('invoice.txt', INVOICE), '--evidence']);
    expect([read.status, read.stderr]).toEqual([0, '']);
    const { invoiceData, evidence, verification } = JSON.parse(read.stdout);
    expect(invoiceData).toMatchObject({ invoiceNumber: '2030-17', date: '2030-01-12', total: 120 });
    expect(INVOICE.slice(evidence.total.start, evidence.total.end)).toBe('120.00');
    expect(verification.engine).toBe('rules');
    const piped = await startPlaten(['analyze', 'invoice', '-'], { settings: HERE, input: INVOICE });
    expect(JSON.parse(piped.stdout).invoiceData).toEqual(invoiceData);
  });

  it('reads the text of an HTML file, as the service does', async () => {
    const html = `<title>x</title>${LINES.map((line) => `<p>${line.replace('&', '&amp;')}</p>`).join('')}`;
    const { status, stdout } = await platen(['analyze', 'invoice', file('invoice.html', html)]);
    expect([status, JSON.parse(stdout).invoiceData.total]).toEqual([0, 120]);
  });

  it('answers a question, and finds values by their names', async () => {
    const invoice = file('question.txt', INVOICE);
    expect(
      JSON.parse((await platen(['analyze', 'ask', invoice, 'What', 'is', 'the', 'total?'])).stdout).answer,
    ).toContain('120');
    const extracted = JSON.parse((await platen(['analyze', 'extract', invoice, '--field', 'Date'])).stdout);
    expect(extracted.extractedData.fields.Date).toBe('2030-01-12');
  });

  it('ends with 3 when a check failed', async () => {
    const wrong = INVOICE.replace('Total EUR  120.00', 'Total EUR  150.00');
    const { status, stdout } = await platen(['analyze', 'invoice', file('wrong.txt', wrong)]);
    expect([JSON.parse(stdout).verification.status, status]).toEqual(['failed', 3]);
  });

  it.each([
    [['analyze'], 'invoice FILE'],
    [['analyze', 'invoice'], 'Name a file'],
    [['analyze', 'invoice', '/no/such/file'], 'cannot be read'],
    [['analyze', 'invoice', 'a', 'b'], 'one argument too many'],
    [['analyze', 'summary', 'a', '--length', 'short'], '"--length" takes LENGTH: brief, standard or detailed'],
    [['analyze', 'invoice', 'a', '--bank', 'Harbour'], 'The option --bank is not known'],
    [['analyze', 'statement', 'a', '--length', 'brief'], 'The option --length is not known'],
    [['analyze', 'extract', 'a', '--field', ''], '"--field" takes NAME: a value to look for'],
    [['analyze', 'invoice'], 'See "platen analyze invoice --help"'],
    [['analyze', 'ask', 'a'], 'Ask a question'],
    [['waitlist'], 'grant ORGANISATION'],
    [['waitlist', 'grant'], 'Name the organisation'],
  ])('%j: says how it is meant', async (args, words) => {
    const { status, stderr } = await platen(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('reads a PDF, and names the pages without text', async () => {
    const lines = printed(...LINES.map((line, index) => [50, 800 - 14 * index, line] as const));
    const pdf = smallPdf([{ content: lines }, { content: '0 0 9 9 re f' }]);
    const read = await platen(['analyze', 'invoice', file('a.pdf', pdf)]);
    expect([read.status, read.stderr]).toEqual([0, 'warning: 1 of 2 pages have no text: 2.\n']);
    expect(JSON.parse(read.stdout).invoiceData).toMatchObject({ invoiceNumber: '2030-17', total: 120 });
    const broken = await platen(['analyze', 'invoice', '-'], '%PDF-1.7');
    expect([broken.status, broken.stdout, broken.stderr]).toEqual([1, '', expect.stringContaining('PDF is broken')]);
  });

  it('reads text with a mark of its encoding, and refuses what it would have to guess', async () => {
    const marked = file('marked.txt', Buffer.from(`\ufeff${INVOICE}`, 'utf16le'));
    expect(JSON.parse((await platen(['analyze', 'invoice', marked])).stdout).invoiceData.total).toBe(120);
    const old = await platen(['analyze', 'invoice', '-'], Buffer.from('Müller GmbH\nRechnung 7', 'latin1'));
    expect([old.status, old.stdout, old.stderr]).toEqual([2, '', expect.stringContaining('iconv')]);
    const picture = await platen(['analyze', 'invoice', file('a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'))]);
    expect([picture.status, picture.stdout]).toEqual([2, '']);
  });

  it('reads HTML from standard input as a page', async () => {
    const html = '<!doctype html><title>x</title><p>Total <b>12.00</b> EUR <span hidden>99.00</span>';
    const { status, stdout } = await platen(['analyze', 'ask', '-', 'What is the total?'], html);
    expect([status, stdout]).toEqual([0, expect.stringContaining('12.00')]);
    expect(stdout).not.toMatch(/<b>|99\.00/);
  });
});

describe('platen waitlist', () => {
  it('grants the analysis, and lists to whom', async () => {
    expect(await startPlaten(['waitlist', 'grant', 'first'], { settings: HERE })).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/may use/),
    });
    expect((await platen(['waitlist', 'list'])).stdout).toMatch(/^org_\w{26}\tgranted\t\d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  });
});
