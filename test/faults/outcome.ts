import { expect } from 'vitest';
import { EngineError } from '../../packages/engine/src/errors.ts';
import type { TestEngine } from '../../packages/engine/src/testing/engine.ts';
import { browsersBelow } from './process-tree.ts';

/** What came of a conversion: `ok`, or the code of its error. */
export async function outcome(
  { convert }: TestEngine,
  html: string,
  options: Record<string, unknown> = {},
): Promise<string> {
  try {
    const { bytes } = await convert({ source: { html }, ...options });
    return Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-' ? 'ok' : 'no PDF';
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

/** The main process of the only browser that this process has. */
export function mainProcess(): number {
  const pids = browsersBelow(process.pid).map(({ pid }) => pid);
  expect(pids).toHaveLength(1);
  return pids[0] as number;
}

/** Milliseconds. A browser that ends sooner after its start counts as one that did not start, and is not replaced at once. */
export const OLD_ENOUGH = 2_500;
