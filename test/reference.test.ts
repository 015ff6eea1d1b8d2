import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it.each(['reference.ts', 'guides.ts'])('what script/%s makes is what the sources say', (name) => {
  const script = fileURLToPath(new URL(`../script/${name}`, import.meta.url));
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});
