import { expect, it } from 'vitest';
import { printed, smallPdf } from '../packages/engine/src/testing/small-pdf.ts';
import { analysisService, INVOICE, STATEMENT } from '../packages/server/src/testing/analysis.ts';
import { describeOnDatabase } from '../packages/server/src/testing/database.ts';
import { KEY } from '../packages/server/src/testing/service.ts';

/** PDF files that are analyzed by the service. */

/** A page with the columns of a text where they stand in it. */
function pageOf(text: string): string {
  const lines = text.split('\n').map((line, index) => ({ bottom: 800 - 14 * index, line }));
  return printed(
    ...lines.flatMap(({ bottom, line }) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index }) => [40 + 6 * index, bottom, words] as const),
    ),
  );
}

const pdfOf = (...pages: readonly string[]) => smallPdf(pages.map((content) => ({ content })));
const PICTURE = '0 0 99 99 re f';

describeOnDatabase('an analysis of a PDF', (opened) => {
  const tested = analysisService(opened);

  /** Sends a form; what it has besides the request are files. */
  async function send(type: string, request: object | undefined, ...files: readonly Buffer[]) {
    const form = new FormData();
    if (request) form.set('request', JSON.stringify(request));
    for (const [index, pdf] of files.entries()) form.append('file', new Blob([Uint8Array.from(pdf)]), `${index}.pdf`);
    const headers = { authorization: `Bearer ${KEY}` };
    const answer = await fetch(`${tested.service.url}/api/pdf/${type}`, { method: 'POST', headers, body: form });
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it asserts.
    return { status: answer.status, body: (await answer.json()) as any };
  }

  it('comes as a file or in base64, and its values stand in the text that the answer has', async () => {
    await tested.start();
    const pdf = pdfOf(pageOf(INVOICE), PICTURE);
    const { status, body } = await send('invoice-extractor', { includeEvidence: true }, pdf);
    expect([status, body.invoiceData?.invoiceNumber, body.invoiceData?.total]).toEqual([200, '2030-17', 120]);
    expect(body.verification.fields.total.status).toBe('verified');
    expect(body.pdf).toEqual({ pages: 2, pagesWithoutText: [2] });
    const { start: from, end } = body.evidence.total;
    expect(body.documentText.slice(from, end)).toBe('120.00');
    const { secret: key } = await tested.service.makeKey({ scopes: ['ai:*'] });
    const inline = await tested.ask('invoice-extractor', { file: pdf.toString('base64') }, { key });
    expect([inline.status, inline.body.invoiceData, inline.body.pdf]).toEqual([200, body.invoiceData, body.pdf]);
    expect(inline.body).not.toHaveProperty('documentText');
    expect((await tested.usage()).used).toBe(2);
  });

  it('keeps the columns of a statement apart, and takes its pages', async () => {
    await tested.start();
    const page = pageOf(STATEMENT);
    const { body } = await send('bank-statement', undefined, pdfOf(page, page));
    expect(body.transactions.slice(0, 2)).toMatchObject([
      { date: '2030-01-02', description: 'Rent', amount: -4, balance: 6 },
      { date: '2030-01-03', description: 'Wages', amount: 20, balance: 26 },
    ]);
    expect((await tested.ledger()).rows).toEqual(['ai_operations -1', 'bank_pages -2']);
  });

  it('is refused with what helps, counts nothing, and disturbs nobody', async () => {
    await tested.start();
    const good = pdfOf(pageOf(INVOICE));
    const lie = Buffer.from('%PDF-1.7 but not really');
    for (const [name, request, files, status, code, pointer] of [
      ['a picture', {}, [pdfOf(PICTURE)], 422, 'unreadable_pdf', '/file'],
      ['no PDF', {}, [Buffer.from(INVOICE)], 422, 'unreadable_pdf', '/file'],
      ['a broken one', {}, [lie], 422, 'unreadable_pdf', '/file'],
      ['too many pages', {}, [pdfOf(...Array.from({ length: 1_001 }, () => PICTURE))], 422, 'too_many_pages', '/file'],
      ['two files', {}, [good, good], 400, 'invalid_request', '/file'],
      ['a file twice', { file: good.toString('base64') }, [good], 400, 'invalid_request', '/file'],
      ['a file and a text', { documentText: INVOICE }, [good], 400, 'exactly_one_input', '/file'],
      ['a file and a page', { source: { html: 'x' } }, [good], 400, 'exactly_one_input', '/source'],
      ['no base64', { file: '%' }, [], 400, 'invalid_request', '/file'],
      ['no file', {}, [], 400, 'invalid_request', '/documentText'],
    ] as const) {
      const answer = await send('invoice-extractor', request, ...files);
      const { issues = [] } = answer.body;
      expect([name, answer.status, answer.body.code, issues[0]?.pointer]).toEqual([name, status, code, pointer]);
    }
    expect((await tested.usage()).used).toBe(0);
    expect((await send('invoice-extractor', undefined, good)).body.invoiceData.total).toBe(120);
  });
});
