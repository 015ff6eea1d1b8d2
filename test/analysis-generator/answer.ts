import { type AnalystAnswers, type AnalystRequest, createAnalyst, KINDS, type KindName } from '@platen/analysis';

/** The answer of rules to a text, by the way that the service and the command line take. */

/** Kinds that need to be told nothing but the text. */
type Plain = Extract<AnalystRequest, { readonly options?: unknown }>['kind'];

const analyst = createAnalyst();

/** @throws if a check of the answer is not among those that its kind declares */
export async function answerOf<Kind extends Plain & KindName>(kind: Kind, text: string): Promise<AnalystAnswers[Kind]> {
  const { answer } = await analyst.run({ kind, text } as AnalystRequest);
  for (const { name } of answer.verification.checks) {
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
