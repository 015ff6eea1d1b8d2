import { Cron } from 'croner';
import { invalidField } from '../http/valid.ts';

/** Five fields, or a name for them. A sixth would be seconds. */
const FORM = /^(?:@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)|\S{1,60}(?: {1,3}\S{1,60}){4})$/;
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * The next time after `after` (milliseconds since the Unix epoch) that a cron expression names in a time zone. A time
 * that daylight saving skips comes when it ends; one that it repeats comes once, the first time.
 * @returns undefined if there is none
 */
export function nextTime(cron: string, timezone: string, after: number): Date | undefined {
  return new Cron(cron, { timezone, mode: '5-part', paused: true }).nextRun(new Date(after)) ?? undefined;
}

/** @throws ApiError `invalid_request` for what is no cron expression or time zone, or names no time */
export function checkedNextTime(cron: string, timezone: string, now: number): Date {
  if (!ZONE.test(timezone) || !isZone(timezone)) {
    throw invalidField('/timezone', '"timezone" must be a name of the IANA database, such as Europe/Berlin.');
  }
  if (!FORM.test(cron)) {
    throw invalidField(
      '/cron',
      '"cron" must have five fields (minute hour day month weekday), such as "0 9 * * MON-FRI".',
    );
  }
  const next = nextOrFault(cron, timezone, now);
  if (next === undefined) throw invalidField('/cron', '"cron" names no time that ever comes.');
  return next;
}

function nextOrFault(cron: string, timezone: string, now: number): Date | undefined {
  try {
    return nextTime(cron, timezone, now);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : '';
    throw invalidField('/cron', `"cron" cannot be read: ${message}`);
  }
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
