import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const DATA = {
  lines: [{ price: 19.99 }, { price: 10.1 }, { price: '1.005' }, { price: null }],
  text: '12345678901234567.89',
  none: null,
};
const render = (template: string) => renderLiquid(template, structuredClone(DATA));

describe('arithmetic is decimal', () => {
  it.each([
    ['{{ 0.1 | plus: 0.2 }}', '0.3'],
    ['{{ 1.1 | minus: 1 }}', '0.1'],
    ['{{ 1.005 | times: 3 }}', '3.015'],
    ["{{ 1.005 | times: 3 | money: 'EUR' }}", '€3.02'],
    ['{{ 1.005 | round: 2 }}', '1.01'],
    ['{{ -1.005 | round: 2 }}', '-1.01'],
    ['{{ 1250 | round: -2 }}', '1300'],
    ['{{ 1.1 | times: 1.1 | ceil: 2 }} {{ -1.5 | ceil }} {{ 1.2 | ceil }}', '1.21 -1 2'],
    ['{{ -1.5 | floor }} {{ 1.29 | floor: 1 }} {{ 4 | floor }}', '-2 1.2 4'],
    ["{{ lines | sum: 'price' }}", '31.095'],
    ["{{ lines | map: 'price' | compact | sum }}", '31.095'],
    ['{{ 7 | divided_by: 2 }} {{ 7 | divided_by: 2.0 }} {{ -7 | divided_by: 2 }}', '3 3.5 -4'],
    ['{{ 7.5 | divided_by: 2 }} {{ 10 | divided_by: 3.0 }}', '3.75 3.3333333333333335'],
    ['{{ 7 | modulo: 3 }} {{ -7 | modulo: 3 }} {{ 5.5 | modulo: 2 }}', '1 2 1.5'],
    ['{{ text | plus: 1 }}', '12345678901234568.89'],
    ['{{ none | plus: 1 }} {{ "x" | plus: 1 }} {{ " 2.50 " | plus: 1 }}', '1 1 3.5'],
    ['{{ -3.5 | abs }} {{ 3 | at_least: 5 }} {{ 3 | at_most: 2.5 }}', '3.5 5 2.5'],
    ['{% assign n = 2 | plus: 2 %}{% if n == 4 %}{{ n }}{% endif %}', '4'],
  ])('%s prints %s', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it.each(['divided_by', 'modulo'])('%s by nothing is a fault that names the filter', (name) => {
    expect(() => render(`{{ 7 | ${name}: none }}`)).toThrow(`"${name}" cannot divide by 0`);
  });
});
