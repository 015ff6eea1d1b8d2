import { type AnalystAnswers, type AnalystRequest, createAnalyst, KINDS, type KindName } from '@platen/analysis';

/** The answer of rules to a text, by the way that the service and the command line take. */

/** Kinds that need to be told nothing but the text. */
type Plain = Extract<AnalystRequest, { readonly options?: unknown }>['kind'];

const analyst = createAnalyst();

/** Answers of the last documents: several tests ask about the same one, and reading it is most of their time. */
const recent = new Map<string, Promise<unknown>>();
/** More than the documents that the tests of one layout share. */
const RECENT = 32;

/**
 * The answer of rules to a text; the same object if the text was read lately, so do not change it.
 *
 * @throws if a check of the answer is not among those that its kind declares
 */
export async function answerOf<Kind extends Plain & KindName>(kind: Kind, text: string): Promise<AnalystAnswers[Kind]> {
  const key = `${kind} ${text}`;
  const answer = recent.get(key) ?? read(kind, text);
  recent.delete(key);
  recent.set(key, answer);
  for (const oldest of recent.keys()) {
    if (recent.size <= RECENT) break;
    recent.delete(oldest);
  }
  return answer as Promise<AnalystAnswers[Kind]>;
}

async function read<Kind extends Plain & KindName>(kind: Kind, text: string): Promise<AnalystAnswers[Kind]> {
  const { answer } = await analyst.run({ kind, text } as AnalystRequest);
  const { checks, fields } = answer.verification;
  for (const { name } of [...checks, ...Object.values(fields).flatMap((field) => field.checks)]) {
    if (!isDeclared(kind, name)) throw new Error(`${kind} does not declare the check ${name}`);
  }
  return answer as AnalystAnswers[Kind];
}

/** Whether a kind says what a check means. */
function isDeclared(kind: KindName, check: string): boolean {
  const name = check.replace(/^accounts\.\d+\./, '');
  const declared = KINDS.find((one) => one.name === kind)?.checks ?? [];
  return declared.some((one) => patternOf(one.name).test(name));
}

function patternOf(name: string): RegExp {
  const pattern = name.replaceAll('.', '\\.').replace('MM-DD', '\\d\\d-\\d\\d').replace('N', '\\d+').replace('X', '.+');
  return new RegExp(`^${pattern}$`);
}
