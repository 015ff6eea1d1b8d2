import { describe, expect, it } from 'vitest';
import { checkedNextTime, nextTime } from './cron.ts';

/** The next times after one, as UTC without seconds. */
function times(cron: string, timezone: string, after: string, count = 3): readonly string[] {
  const found: string[] = [];
  for (let at = Date.parse(after); found.length < count; ) {
    const next = nextTime(cron, timezone, at);
    if (!next) break;
    found.push(next.toISOString().slice(0, 16));
    at = next.getTime();
  }
  return found;
}

describe('times of a schedule', () => {
  it('are those of its time zone, winter and summer', () => {
    expect(times('0 9 * * MON-FRI', 'Europe/Berlin', '2026-03-27T12:00:00Z')).toEqual([
      '2026-03-30T07:00',
      '2026-03-31T07:00',
      '2026-04-01T07:00',
    ]);
    expect(times('0 9 * * *', 'Asia/Kolkata', '2026-03-27T12:00:00Z', 1)).toEqual(['2026-03-28T03:30']);
    expect(times('@monthly', 'UTC', '2026-01-31T00:00:00Z', 2)).toEqual(['2026-02-01T00:00', '2026-03-01T00:00']);
  });

  it('that daylight saving skips come when it begins', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(times('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:30:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ]);
  });

  it('that daylight saving repeats come once, and an interval goes on', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(times('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  it('on the 29th of February come every four years', () => {
    expect(times('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', 2)).toEqual(['2028-02-29T00:00', '2032-02-29T00:00']);
  });
});

describe('what is no schedule', () => {
  it.each([
    ['* * * * * *', 'UTC', '/cron', 'five fields'],
    ['2030-01-01T00:00:00', 'UTC', '/cron', 'five fields'],
    ['@reboot', 'UTC', '/cron', 'five fields'],
    ['every day', 'UTC', '/cron', 'five fields'],
    ['61 * * * *', 'UTC', '/cron', 'minute'],
    ['0 0 30 2 *', 'UTC', '/cron', 'no time that ever comes'],
    ['0 9 * * *', 'Europe/Atlantis', '/timezone', 'IANA'],
    ['0 9 * * *', '+02:00', '/timezone', 'IANA'],
  ])('%j in %s is refused', (cron, timezone, pointer, detail) => {
    const refused = { code: 'invalid_request', message: expect.stringContaining(detail), issues: [{ pointer }] };
    let error: unknown;
    try {
      checkedNextTime(cron, timezone, Date.UTC(2026, 0, 1));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject(refused);
  });
});
