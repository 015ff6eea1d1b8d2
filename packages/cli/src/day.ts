import { UsageError } from './usage-error.ts';

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Days as the options --from and --to name them. @throws UsageError for what is none, or a period that ends before it begins */
export function periodOf({ from, to }: Days): Days {
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day)) throw new UsageError(`"--${name}" has to be a day, for example 2026-01-31.`);
  }
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError('"--to" has to be no day before "--from".');
  return { from, to };
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // A day that the month does not have is read as one of the next.
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
