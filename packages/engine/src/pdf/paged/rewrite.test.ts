import { expect, it } from 'vitest';
import { Rewriter } from './rewrite.ts';

const changed = (css: string): boolean => new Rewriter([css]).rewrite(css).css !== undefined;

it('leaves names of pages alone where no rule is for pages by their number, since another print would be made for them', () => {
  const named = '.a { page: a } @page a { @top-right { content: "All samples of 2025" } }';
  expect(changed(`${named} tr:last-child td { color: red } p:nth-child(2 of .b) { color: red }`)).toBe(false);
  expect(changed(`${named} @page :nth(2 of a) { @top-left { content: "second" } }`)).toBe(true);
  expect(changed(`${named} @page a:last { @top-left { content: "last" } }`)).toBe(true);
});
