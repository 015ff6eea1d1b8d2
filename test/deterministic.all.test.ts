import { afterAll, describe, expect, it } from 'vitest';
import type { ConversionResult } from '../packages/engine/src/result.ts';
import { useEngine } from '../packages/engine/src/testing/engine.ts';
import { differenceOf } from './different-pdfs.ts';
import { EXAMPLES, ExampleFiles } from './examples.ts';
import { readTemplate, TEMPLATE_NAMES, toRequest } from './gallery/template-folder.ts';

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
    await sameEachTime(name, { ...files?.request(name, example) });
  });

  it.each(TEMPLATE_NAMES)('the template %s has equal bytes in 20 renders', { timeout: 120_000 }, async (name) => {
    await sameEachTime(name, toRequest(readTemplate(name)));
  });

  async function sameEachTime(name: string, given: Record<string, unknown>): Promise<void> {
    const request = { ...given, deterministic: true };
    let first: ConversionResult | undefined;
    for (let render = 0; render < RENDERS; render += AT_ONCE) {
      const results = await Promise.all(Array.from({ length: AT_ONCE }, () => convert(request)));
      for (const result of results) {
        first ??= result;
        if (Buffer.compare(first.bytes, result.bytes) !== 0) expect.fail(differenceOf(name, first, result));
      }
    }
    expect(first?.bytes.length).toBeGreaterThan(1_000);
  }
});
