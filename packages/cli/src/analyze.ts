import { parseArgs } from 'node:util';
import type { AnalysisRequest, AnalystRequest } from '@platen/analysis';
import { UsageError } from './arguments.ts';
import type { Terminal } from './convert.ts';
import { readDocumentText } from './document-text.ts';

const ANALYZE_USAGE = `Usage: platen analyze KIND FILE [options]

  invoice FILE          vendor, number, dates, items and sums of an invoice
  receipt FILE          merchant, date, items and total of a receipt
  statement FILE        transactions and balances of a bank statement
    --bank NAME         the bank, if it is known
  extract FILE          contacts, dates, amounts, tables and labelled values
    --field NAME        a value to look for; may be given several times
  summary FILE          the sentences that say most
    --length LENGTH     brief, standard or detailed (default: standard)
  ask FILE QUESTION     an answer from the document

  --evidence            tell where in the text each value stands
  --help                this text

FILE is text in UTF-8, HTML, Markdown, an http or https URL, or - for text from standard input; the text of a PDF comes from a
program such as pdftotext -layout. The answer is JSON on standard output. Rules read it on this machine, without a
service, a network or a model. The exit status is 0; 1 when there is nothing to read; 2 when the command was used
wrongly; 3 when a check of the answer failed.
`;

const OPTIONS = {
  bank: { type: 'string' },
  field: { type: 'string', multiple: true },
  length: { type: 'string' },
  evidence: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Exit status of an answer whose sums do not add up. */
const CHECK_FAILED = 3;

/**
 * `platen analyze …`.
 * @returns 0; 1 when the document has no text or its page cannot be loaded; 3 when a check failed
 * @throws UsageError
 */
export async function runAnalyze(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    terminal.out.write(ANALYZE_USAGE);
    return 0;
  }
  const [kind, file, ...rest] = positionals;
  const build = requestOf(kind, values, rest);
  if (file === undefined) throw new UsageError('Name a file, for example: platen analyze invoice invoice.txt');
  let text: string;
  try {
    text = await readDocumentText(file, terminal.in);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    terminal.error.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  if (!/\S/.test(text)) {
    terminal.error.write(`error: There is no text in ${file}.\n`);
    return 1;
  }
  const { createAnalyst } = await import('@platen/analysis');
  const { answer } = await createAnalyst().run({ ...build, text, includeEvidence: values.evidence ?? false });
  terminal.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  return answer.verification.status === 'failed' ? CHECK_FAILED : 0;
}

type Values = ReturnType<typeof parse>['values'];
type WithoutText<Request> = Request extends AnalystRequest ? Omit<Request, 'text' | 'includeEvidence'> : never;
type Asked = WithoutText<AnalysisRequest | Extract<AnalystRequest, { readonly kind: 'statement' }>>;

const LENGTHS = ['brief', 'standard', 'detailed'] as const;

/** Options that only one kind takes. */
const OPTION_OF = { bank: 'statement', field: 'extract', length: 'summary' } as const;

function requestOf(kind: string | undefined, values: Values, rest: readonly string[]): Asked {
  const { bank, field, length } = values;
  for (const [name, only] of Object.entries(OPTION_OF)) {
    if (kind === only || values[name as keyof typeof OPTION_OF] === undefined) continue;
    throw new UsageError(`"--${name}" is for platen analyze ${only}.`);
  }
  if (field?.some((name) => !/\S/.test(name))) throw new UsageError('Give "--field" the name of a value.');
  if (kind !== 'ask' && rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many.`);
  switch (kind) {
    case 'invoice':
    case 'receipt':
      return { kind };
    case 'statement':
      return { kind, options: bank === undefined ? {} : { bankName: bank } };
    case 'extract':
      return { kind, options: field === undefined ? {} : { extractionType: 'custom', customFields: field } };
    case 'summary': {
      const summaryType = LENGTHS.find((name) => name === (length ?? 'standard'));
      if (!summaryType) throw new UsageError(`"--length" has to be ${LENGTHS.join(', ')}.`);
      return { kind: 'summarize', options: { summaryType } };
    }
    case 'ask': {
      const question = rest.join(' ');
      if (!/\S/.test(question)) throw new UsageError('Ask a question after the name of the file.');
      return { kind: 'chat', options: { question } };
    }
    default:
      throw new UsageError('Name what to read: invoice, receipt, statement, extract, summary or ask.');
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'The arguments cannot be read.');
  }
}
