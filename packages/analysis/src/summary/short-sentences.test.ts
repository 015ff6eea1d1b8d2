import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

const TWENTY = Array.from({ length: 20 }, (_, at) => at);

describe('a brief summary of twenty sentences', () => {
  it.each([
    ['a number below 100', TWENTY.map((at) => `Team ${at} built ${at * 7 + 3} chairs for hall ${at + 3}.`)],
    ['a single capital', TWENTY.map((at) => `Anna gave plan ${at + 200} to office ${'ABCDEFGH'[at % 8]}.`)],
  ])('that end in %s has two or three of them', async (_, sentences) => {
    const { answer } = await createAnalyst().run({
      kind: 'summarize',
      text: sentences.join(' '),
      options: { summaryType: 'brief' },
    });
    const own = sentences.filter((sentence) => answer.summary.includes(sentence));
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect(own.length).toBeLessThanOrEqual(3);
  });
});
