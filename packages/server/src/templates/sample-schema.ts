import { z } from 'zod';
import { name } from './name-schema.ts';

/** Several sets of data to try a template with. */

const MOST_SAMPLES = 20;
/** Of each, as JSON. */
const MOST_BYTES = 500_000;

export const samples = z
  .array(z.strictObject({ name, data: z.record(z.string(), z.unknown()) }))
  .max(MOST_SAMPLES)
  .superRefine((all, context) => {
    // Too many are refused, and not looked at.
    if (all.length > MOST_SAMPLES) return;
    const names = new Set<string>();
    for (const [index, { name, data }] of all.entries()) {
      if (names.has(name)) {
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'must not be that of another sample' });
      }
      names.add(name);
      if (Buffer.byteLength(JSON.stringify(data)) > MOST_BYTES) {
        context.addIssue({ code: 'custom', path: [index, 'data'], message: 'must have at most 500 kB as JSON' });
      }
    }
  })
  .describe('More data to try it with, each under a name: at most 20, of 500 kB each. All of them are given at once.');
