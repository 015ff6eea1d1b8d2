import { describe, expect, it } from 'vitest';
import { dependenciesOf, refusedLicenses } from '../script/licenses.ts';

const lockOf = (packages: Record<string, object>): string => JSON.stringify({ packages });

describe('licenses', () => {
  it('refuses a package whose licence asks for more than its text, wherever it is', () => {
    const lock = lockOf({
      '': { version: '1.0.0' },
      'node_modules/free': { version: '1.0.0', license: 'MIT' },
      'node_modules/choice': { version: '1.0.0', license: '(AFL-2.1 OR BSD-3-Clause)' },
      'node_modules/free/node_modules/@some/strict': { version: '2.0.0', license: 'AGPL-3.0-only', dev: true },
      'node_modules/both': { version: '3.0.0', license: 'MIT AND GPL-3.0-only' },
      'node_modules/silent': { version: '4.0.0' },
      'node_modules/other': { version: '5.0.0', license: 'MPL-2.0' },
    });
    expect(refusedLicenses(dependenciesOf(lock)).map((sentence) => sentence.split(' is ')[0])).toEqual([
      '@some/strict 2.0.0',
      'both 3.0.0',
      'other 5.0.0',
      'silent 4.0.0',
    ]);
  });

  it('tells what a service runs with from what only tools bring', () => {
    const lock = lockOf({
      'node_modules/runtime': { version: '1.0.0', license: 'MIT' },
      'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
      'node_modules/partner': { version: '1.0.0', license: 'MIT', devOptional: true },
      'packages/engine': { version: '1.0.0' },
      'node_modules/@platen/engine': { link: true },
    });
    const shipped = dependenciesOf(lock).filter((dependency) => dependency.shipped);
    expect(shipped.map(({ name }) => name)).toEqual(['runtime']);
  });
});
