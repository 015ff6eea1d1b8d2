import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it.each(['script/reference.ts', 'script/guides.ts', 'test/openapi/client-types.ts', 'test/openapi/python-types.ts'])(
  'what %s makes is what the sources say',
  (name) => {
    const script = fileURLToPath(new URL(`../${name}`, import.meta.url));
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  },
);
