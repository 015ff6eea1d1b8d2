import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { optionsOfDocument } from '../../packages/dashboard/src/options/from-document.ts';
import { NOT_OF_TEMPLATES } from '../../packages/dashboard/src/pages/templates/draft.ts';
import type { ApiError } from '../../packages/server/src/errors.ts';
import { checkOptions } from '../../packages/server/src/templates/options.ts';

const codeOf = (name: string): string | undefined => {
  try {
    checkOptions({ [name]: null });
    return undefined;
  } catch (error) {
    return (error as ApiError).code;
  }
};

it('the studio asks for each option that a template keeps, and for no other', () => {
  const document = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8'),
  );
  const names = optionsOfDocument(document).flatMap(({ name, kinds }) => (kinds.includes('pdf') ? [name] : []));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => codeOf(name) === 'unknown_field').sort()).toEqual([...NOT_OF_TEMPLATES].sort());
});
