import { parseArgs } from 'node:util';
import { readCatalogue, readConfig } from '@platen/server';
import { UsageError } from './arguments.ts';
import { administer, configured, type Streams } from './keys.ts';

const PLANS_USAGE = `Usage: platen plans COMMAND

  list                          the plans: name, US dollars a month, credits a month, US dollars of one more credit
  set ORGANISATION PLAN         give an organisation a plan from now on; its limits hold from then
    --annual                    the year is paid at once
    --trial                     the days of a trial; nothing goes beyond its credits
  set ORGANISATION --ceiling USD
                                what may be used beyond its plan in one period; 0 turns that off,
                                "plan" is the monthly price of the plan
  end ORGANISATION              end its plan at once

  --help                        this text

ORGANISATION is an id, as GET /v1/account shows it, or "first". The commands work on the database that the environment
names, as "platen serve" does: on PostgreSQL (DATABASE_URL) at any time, on the data folder (PLATEN_DATA) while no
service runs. PLATEN_PLANS names a file with plans instead of these.
`;

const OPTIONS = {
  annual: { type: 'boolean' },
  trial: { type: 'boolean' },
  ceiling: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const USD = 1_000_000;

/** `platen plans …`. @returns exit status */
export async function runPlans(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    streams.out.write(PLANS_USAGE);
    return 0;
  }
  const [command, organisation, plan, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`);
  switch (command) {
    case 'list':
      if (organisation !== undefined) throw new UsageError('"platen plans list" takes no argument.');
      return await configured(streams, () => {
        for (const { name, price, credits, overagePrice } of readCatalogue(readConfig().plansFile).plans) {
          streams.out.write(`${[name, price / USD, credits, overagePrice / USD].join('\t')}\n`);
        }
      });
    case 'set': {
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
    case 'end':
      if (plan !== undefined) throw new UsageError(`"${plan}" is one argument too many.`);
      return await administer(organisationOf(organisation), streams, async (administration) => {
        const ended = await administration.endPlan();
        streams.error.write(ended ? 'The plan has ended.\n' : 'There is no plan.\n');
      });
    default:
      throw new UsageError('Name what to do with plans: list, set or end. See "platen plans --help".');
  }
}

function organisationOf(text: string | undefined): string | undefined {
  if (text === undefined) throw new UsageError('Name the organisation: an id, or "first".');
  return text === 'first' ? undefined : text;
}

/** Micro-USD; null for the price of the plan. */
function ceilingOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  if (!/^[0-9]{1,6}(?:\.[0-9]{1,2})?$/.test(text)) {
    throw new UsageError('"--ceiling" has to be US dollars such as 9 or 12.50, or "plan".');
  }
  return Math.round(Number(text) * USD);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'The arguments cannot be read.');
  }
}
