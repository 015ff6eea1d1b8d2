import { expect, it } from 'vitest';
import { ContentTokens } from './content-tokens.ts';

const read = (text: string) => {
  const tokens = new ContentTokens(text);
  const all: (number | string)[] = [];
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) all.push(token);
  return all;
};

it('reads numbers, names, strings, arrays and operators', () => {
  expect(read('q .24 0 0 -.24 0 841.92 cm/G3 gs')).toEqual(['q', 0.24, 0, 0, -0.24, 0, 841.92, 'cm', '/G3', 'gs']);
  expect(read('/P <</MCID 0 >>BDC')).toEqual(['/P', '<<', '/MCID', 0, '>>', 'BDC']);
  expect(read('[<0044> -12.5 (a\\)(b)c)]TJ % Tj\nf*')).toEqual(['[', '<0044>', -12.5, '(a\\)(b)c)', ']', 'TJ', 'f*']);
});

it('comes to an end with what has none', () => {
  expect(read('(open')).toEqual(['(open']);
  expect(read('<00')).toEqual(['<00']);
  expect(read('> } -')).toEqual(['>', '}', -0]);
});
