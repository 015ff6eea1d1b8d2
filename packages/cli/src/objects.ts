import {
  ConfigError,
  type MoveOutcome,
  moveResults,
  type ObjectsPlace,
  readConfig,
  readObjects,
} from '@platen/server/operation';
import { configured, type Streams } from './keys.ts';
import { UsageError } from './usage-error.ts';

interface MoveCall {
  readonly values: { readonly to?: string; readonly from?: string; readonly keep?: boolean };
}

/** What is said of a result that could not be moved. */
const FAULTS: Partial<Record<MoveOutcome, string>> = {
  missing: 'its object is in neither store',
  damaged: 'its object is not what was kept; it stays where it is',
  too_large: 'it is too large for that store; it stays where it is',
};
/** Results after which the count is told again. */
const EVERY = 1_000;

/** `platen objects move`. @returns 0, or 1 when there is a result that is not in the other store now */
export async function moveStoredObjects({ values: { to, from, keep = false } }: MoveCall, streams: Streams) {
  if (to === undefined) throw new UsageError('Say where results go: --to files, --to database or --to s3://bucket.');
  const places = { to: placeOf('to', to), ...(from === undefined ? {} : { from: placeOf('from', from) }) };
  const counts: Record<MoveOutcome, number> = { moved: 0, there: 0, missing: 0, damaged: 0, too_large: 0 };
  const summary = () =>
    `${counts.moved} moved, ${counts.there} there already, ${counts.missing} missing, ${counts.damaged} damaged, ${counts.too_large} too large`;
  let total = 0;
  const status = await configured(streams, async () => {
    const left = await moveResults(readConfig(), {
      ...places,
      keep,
      onResult: ({ job, outcome }) => {
        counts[outcome] += 1;
        total += 1;
        if (FAULTS[outcome]) streams.error.write(`${job}: ${FAULTS[outcome]}\n`);
        if (total % EVERY === 0) streams.error.write(`${summary()} …\n`);
      },
    });
    if (left > 0) streams.error.write(`${left} objects that belong to no result are left in the first store.\n`);
  });
  streams.out.write(`${summary()}\n`);
  if (status !== 0) streams.error.write('It has ended early; the same command goes on.\n');
  return status === 0 && counts.missing + counts.damaged + counts.too_large > 0 ? 1 : status;
}

function placeOf(option: string, text: string): ObjectsPlace {
  try {
    return readObjects(text);
  } catch (error) {
    if (!(error instanceof ConfigError && error.variable === 'PLATEN_OBJECTS')) throw error;
    throw new UsageError(error.message.replace(error.variable, `"--${option}"`));
  }
}
