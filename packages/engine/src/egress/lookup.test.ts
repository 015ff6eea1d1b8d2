import { describe, expect, it } from 'vitest';
import { systemLookup } from './lookup.ts';

describe('systemLookup', () => {
  it('gives all addresses with their families', async () => {
    const answers = await systemLookup('localhost', new AbortController().signal);
    expect(answers.length).toBeGreaterThan(0);
    for (const { address, family } of answers) {
      expect(['127.0.0.1', '::1']).toContain(address);
      expect(family).toBe(address === '::1' ? 6 : 4);
    }
  });

  it('does not begin for a signal that is aborted', async () => {
    await expect(systemLookup('localhost', AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  });

  it('gives its turn to the next, however many ask at once', async () => {
    const signal = new AbortController().signal;
    const answers = await Promise.all(Array.from({ length: 100 }, () => systemLookup('localhost', signal)));
    expect(answers.every((list) => list.length > 0)).toBe(true);
  });
});
