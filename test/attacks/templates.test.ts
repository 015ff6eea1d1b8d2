import { EngineError, renderTemplate } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEMPLATES, hostileData } from './hostile-templates.ts';

/** One organisation for all: what one template does must not be seen by the next. */
const GROUP = 'attacks';

const ERRORS_OF_A_TEMPLATE = ['template_error', 'template_variable_missing'];

describe('hostile templates', () => {
  for (const { name, template, data, snippets = {}, prints } of HOSTILE_TEMPLATES) {
    it(name, async () => {
      const request = { template, data: data ?? hostileData(), snippets };
      const rendering = renderTemplate(request, { group: GROUP });
      if (prints !== undefined) {
        expect((await rendering).html).toBe(prints);
        return;
      }
      const error = await rendering.then(
        () => new Error('the template was rendered'),
        (reason: unknown) => reason,
      );
      if (!(error instanceof EngineError)) throw error;
      expect(ERRORS_OF_A_TEMPLATE).toContain(error.code);
      expect(error.message.length).toBeLessThanOrEqual(200);
      expect(`${error.message}${JSON.stringify(error.details)}${String(error.cause)}`).not.toMatch(
        /CANARY|passwd|\/etc|ENOENT|node_modules|\.ts\b|\n {4}at /,
      );
    });
  }
});
