import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const data = {
  time: '2024-01-15T23:30:00+08:00',
  utc: '2024-07-01T22:30:00Z',
  day: '2024-02-29',
  seconds: 1_700_000_000,
};
const render = (template: string) => renderLiquid(template, { ...data }).replace(/[\u00a0\u202f]/g, ' ');

describe('date', () => {
  it.each([
    // As in standard Liquid.
    ["{{ day | date: '%d.%m.%Y' }}", '29.02.2024'],
    ["{{ time | date: '%d %H:%M %z' }}", '15 23:30 +0800'],
    ["{{ time | date: '%H:%M', 'America/New_York' }}", '10:30'],
    ["{{ time | date: '%H:%M', -60 }}", '16:30'],
    ["{{ 'no date' | date: '%d' }}{{ nothing | date: 'long' }}", 'no date'],
    // Names of months and weekdays by locale.
    ["{{ day | date: '%A, %d. %B %Y', 'de-DE' }}", 'Donnerstag, 29. Februar 2024'],
    ["{{ utc | date: '%d %B %H:%M', 'fr-FR', 'Europe/Paris' }}", '02 juillet 00:30'],
    ["{{ day | date: '%d %b', 'es' }}", '29 feb'],
    // As people of the locale write it.
    ["{{ day | date: 'full', 'de-DE' }}", 'Donnerstag, 29. Februar 2024'],
    ["{{ day | date: 'long' }}", 'February 29, 2024'],
    ["{{ day | date: 'medium', 'pl-PL' }}", '29 lut 2024'],
    ["{{ day | date: 'short', 'en-GB' }}", '29/02/2024'],
    ["{{ utc | date: 'long', 'de-DE', 'Europe/Berlin' }}", '2. Juli 2024'],
    ["{{ utc | date: 'short', 'de-DE', 'Europe/Berlin', time: 'short' }}", '02.07.24, 00:30'],
    ["{{ seconds | date: 'long' }}", 'November 14, 2023'],
    ["{{ 'no date' | date: 'long', 'de-DE' }}", 'no date'],
    // A time is shown in the zone that it is written with; a day has none.
    ["{{ time | date: 'short', 'en-GB', time: 'short' }}", '15/01/2024, 23:30'],
    ["{{ day | date: 'long', 'en-US', 'America/New_York' }}", 'February 29, 2024'],
    ["{{ day | date: '%d %B', 'en-US', 'America/New_York' }}", '29 February'],
  ])('%s prints %s', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it.each([
    ["{{ day | date: 'long', 'xx-YY' }}", 'The filter "date" does not know its locale'],
    ["{{ utc | date: 'long', 'de-DE', 'Mars/Olympus' }}", 'A time zone is not known.'],
    ["{{ utc | date: '%H', 'Mars/Olympus' }}", 'A time zone is not known.'],
    ["{{ utc | date: 'long', tme: 'short' }}", 'Did you mean "time"?'],
    ["{{ utc | date: 'long', time: 'tiny' }}", 'has to be full, long, medium, short'],
  ])('%s is refused: %s', (template, message) => {
    expect(() => render(template)).toThrow(message);
  });
});
