import type { AnalysisRequest, AnalystRequest } from '@platen/analysis';
import type { Terminal } from './command.ts';
import { readDocumentText } from './document-text.ts';
import { UsageError } from './usage-error.ts';

/** Exit status of an answer whose sums do not add up. */
const CHECK_FAILED = 3;

type WithoutText<Request> = Request extends AnalystRequest ? Omit<Request, 'text' | 'includeEvidence'> : never;
type Asked = WithoutText<AnalysisRequest | Extract<AnalystRequest, { readonly kind: 'statement' }>>;

interface Call<Values = object> {
  readonly values: Values & { readonly evidence?: boolean };
  readonly positionals: readonly string[];
}

/**
 * Reads a file and writes the answer.
 * @returns 0; 1 when the document has no text or its page cannot be loaded; 3 when a check failed
 * @throws UsageError
 */
export async function analyzeFile(asked: Asked, { values, positionals }: Call, terminal: Terminal): Promise<number> {
  const [file = ''] = positionals;
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
  const { answer } = await createAnalyst().run({ ...asked, text, includeEvidence: values.evidence ?? false });
  terminal.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  return answer.verification.status === 'failed' ? CHECK_FAILED : 0;
}

export async function analyzeStatement(call: Call<{ readonly bank?: string }>, terminal: Terminal): Promise<number> {
  const { bank } = call.values;
  return await analyzeFile(
    { kind: 'statement', options: bank === undefined ? {} : { bankName: bank } },
    call,
    terminal,
  );
}

export async function analyzeFields(
  call: Call<{ readonly field?: readonly string[] }>,
  terminal: Terminal,
): Promise<number> {
  const { field } = call.values;
  if (field?.some((name) => !/\S/.test(name))) throw new UsageError('Give "--field" the name of a value.');
  const options = field === undefined ? {} : { extractionType: 'custom' as const, customFields: field };
  return await analyzeFile({ kind: 'extract', options }, call, terminal);
}

const LENGTHS = ['brief', 'standard', 'detailed'] as const;

export async function analyzeSummary(call: Call<{ readonly length?: string }>, terminal: Terminal): Promise<number> {
  const summaryType = LENGTHS.find((name) => name === (call.values.length ?? 'standard'));
  if (!summaryType) throw new UsageError(`"--length" has to be ${LENGTHS.join(', ')}.`);
  return await analyzeFile({ kind: 'summarize', options: { summaryType } }, call, terminal);
}

export async function analyzeQuestion(call: Call, terminal: Terminal): Promise<number> {
  const question = call.positionals.slice(1).join(' ');
  if (!/\S/.test(question)) throw new UsageError('Ask a question after the name of the file.');
  return await analyzeFile({ kind: 'chat', options: { question } }, call, terminal);
}
