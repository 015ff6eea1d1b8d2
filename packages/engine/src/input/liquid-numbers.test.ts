import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const render = (template: string, data: Record<string, unknown> = {}) =>
  renderLiquid(template, structuredClone(data)).replace(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  it.each([
    ["{{ 1234.5 | money: 'EUR', 'de-DE' }}", '1.234,50 €'],
    ["{{ 1234.5 | money: 'EUR' }}", '€1,234.50'],
    ["{{ '1234.50' | money: 'usd' }}", '$1,234.50'],
    ["{{ '12345678901234567890.125' | money: 'USD' }}", '$12,345,678,901,234,567,890.13'],
    ["{{ '-0.005' | money: 'EUR' }}", '-€0.01'],
    ["{{ '.5' | money: 'EUR' }}", '€0.50'],
    ["{{ 1.005 | money: 'EUR' }}", '€1.01'],
    ["{{ 5 | money: 'EUR', minor: true }}", '€0.05'],
    ["{{ '-123456' | money: 'CHF', 'de-CH', minor: true }}", 'CHF-1&#39;234.56'],
    ["{{ 123450 | money: 'JPY', 'ja-JP', minor: true }}", '￥123,450'],
    ["{{ 1234 | money: 'KWD', minor: true }}", 'KWD 1.234'],
    ["{{ 1234 | money: 'EUR', minor: false }}", '€1,234.00'],
    ["{{ 9.5 | money: 'CAD', display: 'code' }}", 'CAD 9.50'],
    ["{{ 9.5 | money: 'CAD', display: 'narrow' }}", '$9.50'],
    ["{{ 9.5 | money: 'EUR', display: 'name' }}", '9.50 euros'],
    ["{{ 0.00451 | money: 'EUR', maximum_digits: 4 }}", '€0.0045'],
    ["{{ 9 | money: 'EUR', digits: 0 }}", '€9'],
    ["{{ nothing | money: 'EUR' }}{{ '' | money: 'EUR' }}", ''],
    ['{{ price | money: currency, locale, minor: cents }}', '1,99 €'],
    ['{{ price | divided_by: 100.0 | money: currency, locale }}', '1,99 €'],
  ])('%s prints %s', (template, expected) => {
    expect(render(template, { price: 199, currency: 'EUR', locale: 'de', cents: true })).toBe(expected);
  });

  it('loses no digit of a text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (cents) => {
        const digits = cents.toString().padStart(3, '0');
        const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(render("{{ amount | money: 'USD' }}", { amount }).replace(/[$,]/g, '')).toBe(amount);
        expect(render("{{ cents | money: 'USD', minor: true }}", { cents: String(cents) }).replace(/[$,]/g, '')).toBe(
          amount,
        );
      }),
    );
  });

  it.each([
    ['{{ 1 | money }}', 'needs a currency (ISO 4217) such as "EUR"'],
    ["{{ 1 | money: 'EURO' }}", 'needs a currency'],
    ['{{ 1 | money: value }}', 'needs a currency'],
    ["{{ value | money: 'EUR' }}", 'needs a number, or a text such as "1234.50"'],
    ["{{ '1,5' | money: 'EUR' }}", 'needs a number'],
    ["{{ '1e999999999' | money: 'EUR' }}", 'needs a number'],
    ["{{ object | money: 'EUR' }}", 'needs a number'],
    ["{{ 1 | money: 'EUR', 'xx-YY' }}", 'does not know its locale'],
    ["{{ 1 | money: 'EUR', value }}", 'does not know its locale'],
    ["{{ 1 | money: 'EUR', miner: true }}", 'Did you mean "minor"?'],
    ["{{ 1.5 | money: 'EUR', minor: true }}", 'needs a whole number'],
    ["{{ 1 | money: 'EUR', display: 'sign' }}", 'has to be symbol, narrow, code, name'],
    ["{{ 1 | money: 'EUR', digits: 21 }}", 'has to be from 0 to 20'],
    ["{{ 1 | money: 'EUR', digits: 1.5 }}", 'has to be a whole number'],
    ["{{ 1 | money: 'EUR', minimum_digits: 3, maximum_digits: 2 }}", 'above its "maximum_digits"'],
  ])('%s is refused: %s', (template, message) => {
    const data = { value: 'CANARY-4711', object: { toString: 'CANARY-4711' } };
    expect(() => render(template, data)).toThrow(message);
    expect(() => render(template, data)).not.toThrow('CANARY');
    expect(() => render(template, data)).toThrow(/^Line 1, column 1: /);
  });
});

describe('number and percent', () => {
  it.each([
    ['{{ 1234567.8915 | number }}', '1,234,567.892'],
    ["{{ 1234.5 | number: 'de-DE', digits: 2 }}", '1.234,50'],
    ["{{ 1234.5 | number: 'fr-FR' }}", '1 234,5'],
    ['{{ 1234.5678 | number: minimum_digits: 1, maximum_digits: 2 }}', '1,234.57'],
    ["{{ '0.10' | number }}{{ nothing | number }}", '0.1'],
    ['{{ 0.19 | percent }}', '19%'],
    ["{{ '0.075' | percent: 'de-DE', maximum_digits: 1 }}", '7,5 %'],
    ['{{ nothing | percent }}', ''],
  ])('%s prints %s', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it('refuse what is no number', () => {
    expect(() => render("{{ 'many' | number }}")).toThrow('The filter "number" needs a number');
    expect(() => render('{{ true | percent }}')).toThrow('The filter "percent" needs a number');
  });
});
