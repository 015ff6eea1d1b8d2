import { EngineError, renderTemplate } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { useTemplateChild } from '../../packages/engine/src/testing/template-child.ts';
import { HOSTILE_TEMPLATES, hostileData } from './hostile-templates.ts';

/** One organisation for all: what one template does must not be seen by the next. */
const GROUP = 'attacks';

const ERRORS_OF_A_TEMPLATE = ['template_error', 'template_variable_missing'];

function expectNothingTold(text: string): void {
  expect(text).not.toMatch(/CANARY|passwd|\/etc|ENOENT|node_modules|\.ts\b|\n {4}at /);
}

const refusedInChild = useTemplateChild();

describe.each(Object.entries(HOSTILE_TEMPLATES))('hostile templates: %s', (_, templates) => {
  const printed = templates.filter(({ prints }) => prints !== undefined);
  const refused = templates.filter(({ prints }) => prints === undefined);

  it.each(printed)('$name', async ({ template, data, snippets = {}, prints }) => {
    const rendering = renderTemplate({ template, data: data ?? hostileData(), snippets }, { group: GROUP });
    expect((await rendering).html).toBe(prints);
  });

  // By the way of the service: after each of them a new child is started. The first of each kind is the same for all others of it.
  it.each(refused.filter(({ template }, at) => at === 0 || template.length > 500_000))(
    '$name is refused',
    async ({ template, data, snippets = {} }) => {
      const rendering = renderTemplate({ template, data: data ?? hostileData(), snippets }, { group: GROUP });
      const error = await rendering.then(
        () => new Error('the template was rendered'),
        (reason: unknown) => reason,
      );
      if (!(error instanceof EngineError)) throw error;
      expect(ERRORS_OF_A_TEMPLATE).toContain(error.code);
      expect(error.message.length).toBeLessThanOrEqual(200);
      expectNothingTold(`${error.message}${JSON.stringify(error.details)}${String(error.cause)}`);
    },
  );

  it.each(refused.filter(({ template }, at) => at > 0 && template.length <= 500_000))(
    '$name is refused by the child',
    async ({ template, data, snippets }) => {
      const fault = await refusedInChild({ template, data: data ?? hostileData(), ...(snippets ? { snippets } : {}) });
      expect(ERRORS_OF_A_TEMPLATE).toContain(fault.code);
      expectNothingTold(JSON.stringify(fault));
    },
  );
});
