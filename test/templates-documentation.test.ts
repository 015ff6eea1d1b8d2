import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderTemplate } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { BARCODE_KINDS } from '../packages/engine/src/input/liquid-barcodes.ts';

/** Every example of the page about templates does what the page says. */

const page = readFileSync(path.join(import.meta.dirname, '../docs/templates-liquid.md'), 'utf8');
const data = JSON.parse(/```json\n(.+?)```/s.exec(page)?.[1] ?? '') as Record<string, unknown>;
const examples = [...page.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map(([, template = '', expected = '']) => ({
  template: template.replaceAll('\\|', '|'),
  expected,
}));

/** What is rendered, or the error, as the page shows it. */
async function outcomeOf(template: string): Promise<string> {
  try {
    const { html } = await renderTemplate({ template, data, strictVariables: true }, { group: 'documentation' });
    return html.replace(/[\u00a0\u202f]/g, ' ').trim();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the page about templates', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThan(20));

  it.each(examples)('$template', async ({ template, expected }) => {
    expect(await outcomeOf(template)).toBe(expected);
  });

  it('names all kinds of barcodes, and no other', () => {
    const names = [...(/Kinds: (.+?)\.\n/s.exec(page)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(names.sort()).toEqual([...BARCODE_KINDS].sort());
  });
});
