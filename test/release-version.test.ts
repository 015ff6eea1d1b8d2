import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLater, withPythonVersion, withRelease, withVersion } from '../script/release-version.ts';

describe('a release', () => {
  it.each([
    ['0.2.0', '0.1.9', true],
    ['0.10.0', '0.9.0', true],
    ['1.0.0', '1.0.0-rc.1', true],
    ['1.0.0-rc.1', '1.0.0', false],
    ['0.2.0', '0.2.0', false],
    ['0.1.10', '0.2.0', false],
  ])('%s after %s: %s', (version, than, later) => expect(isLater(version, than)).toBe(later));

  it.each(['v1.0.0', '1.0', '01.x.0', ''])('"%s" is no version', (version) => {
    expect(() => isLater(version, '0.1.0')).toThrow('is no version');
  });

  it('is in a package and in what it needs of the others', () => {
    const manifest = {
      name: '@platen/cli',
      version: '0.1.0',
      dependencies: { '@platen/engine': '0.1.0', zod: '4.0.0' },
    };
    expect(JSON.parse(withVersion(JSON.stringify(manifest), '0.2.0'))).toEqual({
      name: '@platen/cli',
      version: '0.2.0',
      dependencies: { '@platen/engine': '0.2.0', zod: '4.0.0' },
    });
  });

  it('is that of the Python client too', () => {
    const root = path.join(import.meta.dirname, '..');
    const manifest = readFileSync(path.join(root, 'clients/python/pyproject.toml'), 'utf8');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(withPythonVersion(manifest, version)).toBe(manifest);
    expect(withPythonVersion(manifest, '9.8.7').split('\n')).toContain('version = "9.8.7"');
  });

  it('takes what was unreleased, and leaves an empty section', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n- One.\n\n## 0.1.0 (2026-01-01)\n\n- Two.\n';
    const released = withRelease(changelog, '0.2.0', '2026-02-03');
    expect(released).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n### Added\n- One.\n\n## 0.1.0 (2026-01-01)\n\n- Two.\n',
    );
    expect(() => withRelease(released, '0.3.0', '2026-02-04')).toThrow('nothing under');
  });
});
