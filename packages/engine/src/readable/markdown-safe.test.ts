import fc from 'fast-check';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type State, toMarkdown } from 'mdast-util-to-markdown';
import { describe, expect, it } from 'vitest';
import { isSafe } from './markdown-safe.ts';

/** What the writer of Markdown knows while it writes. */
function stateOf(): State {
  let state: State | undefined;
  const root = (_: unknown, __: unknown, given: State): string => {
    state = given;
    return '';
  };
  toMarkdown(
    { type: 'root', children: [] },
    { extensions: [gfmToMarkdown({ tablePipeAlign: false }), { handlers: { root } }] },
  );
  return state as State;
}

const STACKS = [
  ['paragraph', 'phrasing'],
  ['headingAtx', 'phrasing'],
  ['tableCell', 'phrasing'],
  ['phrasing', 'link', 'label'],
  ['phrasing', 'strong'],
  ['phrasing', 'link', 'destinationRaw'],
] as State['stack'][];

describe('what is safe at a glance', () => {
  it('is left as it is by the rules of Markdown', () => {
    const state = stateOf();
    const sign = fc.constantFrom(...'ab19 .,:;-+=*_~`#>|!?[](){}<&\\/"\'\n\té“');
    const text = fc.string({ unit: sign, minLength: 1, maxLength: 8 });
    const beside = fc.constantFrom('', '\n', ' ', 'a', '.', ']', '[', '**', '(');
    fc.assert(
      fc.property(text, fc.constantFrom(...STACKS), beside, beside, (value, stack, before, after) => {
        state.stack = stack;
        if (isSafe(value, stack, { before, after })) expect(state.safe(value, { before, after })).toBe(value);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is what most texts and addresses are', () => {
    const line = { before: '\n', after: '\n' };
    for (const text of ['Words, and more words.', '12.5 % (net)', 'It’s “said” – done!', '漢字'])
      expect(isSafe(text, ['phrasing'], line)).toBe(true);
    expect(isSafe('https://example.org/a_b/?c=d#e', ['destinationRaw'], { before: '(', after: ')' })).toBe(true);
    for (const text of ['a*b', '1. one', '# one', '> one', '- one', 'a_b', '[a]', '<b>', 'a '])
      expect(isSafe(text, ['phrasing'], line)).toBe(false);
  });
});
