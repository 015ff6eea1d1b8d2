import { hash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { useEngine } from '../packages/engine/src/testing/engine.ts';
import { EXAMPLES, ExampleFiles } from './examples.ts';

const RENDERS = 20;
/** At the same time, so that what runs beside a conversion may not show in its bytes either. */
const AT_ONCE = 2;

describe('an example that is to be the same each time', () => {
  let files: ExampleFiles | undefined;
  const { convert } = useEngine(async () => {
    files = await ExampleFiles.serve();
    return { egressAllow: files.hosts };
  });
  afterAll(() => files?.close());

  it.each(EXAMPLES)('%s has equal bytes in 20 renders', { timeout: 120_000 }, async (name, example) => {
    const request = { ...files?.request(name, example), deterministic: true };
    const digests = new Set<string>();
    for (let render = 0; render < RENDERS; render += AT_ONCE) {
      const results = await Promise.all(Array.from({ length: AT_ONCE }, () => convert(request)));
      for (const { bytes } of results) digests.add(hash('sha256', bytes));
    }
    expect(digests.size).toBe(1);
  });
});
