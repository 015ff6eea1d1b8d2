import type { AnalystRequest } from '@platen/analysis';
import type { KindCommand } from '@platen/analysis/commands';
import type { Terminal } from './command.ts';
import { readDocumentText } from './document-text.ts';
import { UsageError } from './usage-error.ts';

/** Exit status of an answer whose sums do not add up. */
const CHECK_FAILED = 3;

interface Call {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/**
 * Reads a file and writes the answer.
 * @returns 0; 1 when the document has no text or its page cannot be loaded; 3 when a check failed
 * @throws UsageError
 */
export async function analyzeFile(command: KindCommand, call: Call, terminal: Terminal): Promise<number> {
  const [file = ''] = call.positionals;
  const options = await optionsOf(command, call);
  let text: string;
  try {
    text = await readDocumentText(file, terminal);
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
  const includeEvidence = call.values.evidence === true;
  const request = { kind: command.kind, text, includeEvidence, options } as AnalystRequest;
  const { answer } = await createAnalyst().run(request);
  terminal.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  return answer.verification.status === 'failed' ? CHECK_FAILED : 0;
}

/** The members of a request, checked by the schema of the kind. */
async function optionsOf({ kind: name, words, options = {} }: KindCommand, { values, positionals }: Call) {
  const given: Record<string, unknown> = words ? { [words.member]: positionals.slice(1).join(' ') } : {};
  for (const [option, { member, implies = {} }] of Object.entries(options)) {
    if (values[option] !== undefined) Object.assign(given, { [member]: values[option] }, implies);
  }
  const { KINDS } = await import('@platen/analysis');
  const parsed = KINDS.find((kind) => kind.name === name)?.request.safeParse(given);
  if (parsed?.success) return parsed.data;
  const member = String(parsed?.error.issues[0]?.path[0]);
  const wrong = Object.entries(options).find(([, option]) => option.member === member);
  if (!wrong) throw new UsageError(words?.missing ?? `"${member}" is wrong.`);
  const [option, { placeholder, help }] = wrong;
  throw new UsageError(`"--${option}" takes ${placeholder}: ${help}.`);
}
