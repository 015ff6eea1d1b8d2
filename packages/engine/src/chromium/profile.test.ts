import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'profile.ts');

/** Makes a profile in a process of its own, which ends without removing it, and gives its name. */
function leaveProfile(folder: string): string {
  const script = `console.log(require(${JSON.stringify(MODULE)}).createProfile())`;
  const made = execFileSync(process.execPath, ['-e', script], { env: { TMPDIR: folder } });
  return path.basename(made.toString().trim());
}

describe('profiles', () => {
  it('that a killed process has left are removed by the next one, and nothing else is', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-profiles-'));
    try {
      const left = leaveProfile(folder);
      const ofLiving = left.replace(/-\d+-(\w+)$/, `-${process.pid}-$1`);
      const foreign = left.replace(/^platen-browser-/, 'platen-browser-other');
      for (const name of [ofLiving, foreign, 'mine']) mkdtempSync(path.join(folder, name));
      const next = leaveProfile(folder);
      expect(existsSync(path.join(folder, left))).toBe(false);
      const kept = readdirSync(folder).filter((name) => name !== next);
      expect(kept.map((name) => name.slice(0, -6)).sort()).toEqual([ofLiving, foreign, 'mine'].sort());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
