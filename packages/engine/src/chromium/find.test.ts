import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BrowserNotFound, findBrowser } from './find.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'platen-find-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the browser', () => {
  it('is the one that the configuration names', () => {
    const file = path.join(folder, 'chrome');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    expect(findBrowser(file)).toEqual({ binary: file, environment: {} });
  });

  it.each(['missing', '.'])('is not silently another when that one is %s', (name) => {
    expect(() => findBrowser(path.join(folder, name))).toThrow(BrowserNotFound);
  });

  it('is not a file that cannot be executed', () => {
    const file = path.join(folder, 'text');
    writeFileSync(file, 'no program');
    expect(() => findBrowser(file)).toThrow(/PLATEN_CHROME/);
  });

  it('is found on a machine that is set up', () => {
    expect(findBrowser().binary).toMatch(/chrom|headless_shell/);
  });
});
