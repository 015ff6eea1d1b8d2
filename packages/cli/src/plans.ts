import { readCatalogue, readConfig } from '@platen/server/operation';
import { administer, configured, type Streams } from './keys.ts';
import { UsageError } from './usage-error.ts';

const USD = 1_000_000;

/** `platen plans list`. @returns exit status */
export async function listPlans(streams: Streams): Promise<number> {
  return await configured(streams, () => {
    for (const { name, price, credits, overagePrice } of readCatalogue(readConfig().plansFile).plans) {
      streams.out.write(`${[name, price / USD, credits, overagePrice / USD].join('\t')}\n`);
    }
  });
}

interface Call<Values = object> {
  readonly values: Values;
  readonly positionals: readonly string[];
}

interface PlanValues {
  readonly annual?: boolean;
  readonly trial?: boolean;
  readonly ceiling?: string;
}

/** `platen plans set`. @returns exit status */
export async function setPlan({ values, positionals }: Call<PlanValues>, streams: Streams): Promise<number> {
  const [organisation = '', plan] = positionals;
  const ceiling = ceilingOf(values.ceiling);
  if (plan === undefined && ceiling === undefined) throw new UsageError('Name the plan, or a "--ceiling".');
  return await administer(organisationOf(organisation), streams, async (administration) => {
    const { annual = false, trial = false } = values;
    if (plan !== undefined) {
      await administration.beginPlan({ plan, billing: annual ? 'year' : 'month', trial });
      streams.error.write(`The plan ${plan} begins now.\n`);
    }
    if (ceiling !== undefined) {
      await administration.setCeiling(ceiling);
      streams.error.write('The ceiling is set.\n');
    }
  });
}

/** `platen plans end`. @returns exit status */
export async function endPlan({ positionals: [organisation = ''] }: Call, streams: Streams): Promise<number> {
  return await administer(organisationOf(organisation), streams, async (administration) => {
    const ended = await administration.endPlan();
    streams.error.write(ended ? 'The plan has ended.\n' : 'There is no plan.\n');
  });
}

/** An id; undefined for the first organisation. */
export const organisationOf = (text: string): string | undefined => (text === 'first' ? undefined : text);

/** Micro-USD; null for the price of the plan. */
function ceilingOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  if (!/^[0-9]{1,6}(?:\.[0-9]{1,2})?$/.test(text)) {
    throw new UsageError('"--ceiling" has to be US dollars such as 9 or 12.50, or "plan".');
  }
  return Math.round(Number(text) * USD);
}
