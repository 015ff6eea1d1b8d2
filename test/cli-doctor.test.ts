import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callPlaten } from './cli-command.ts';

/** `platen doctor`, on a machine that is well and with settings that are not. */

const folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const doctor = (args: readonly string[], settings: Record<string, string>) =>
  callPlaten(['doctor', ...args], { settings: { DATABASE_URL: '', SMTP_URL: '', PORT: '0', ...settings }, folder });

interface Finding {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly remedy?: string;
}

describe('platen doctor', () => {
  it('finds a machine well that converts, and changes nothing', async () => {
    const { status, stdout } = await doctor([], { PLATEN_DATA: path.join(folder, 'data') });
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toEqual(lines.filter((line) => /^(?:ok {6}|warning ) [\w. ]+: \S.*\.$/.test(line)));
    expect(stdout).toMatch(/^ok +browser: \S*Chrom/m);
    expect(stdout).toMatch(/^ok +fonts: drawn: Latin; .*Thai/m);
    expect(stdout).toMatch(/^(?:ok +memory limit: .* \d+\.\d GiB|warning +memory limit: .*MemoryMax=)/m);
    expect(stdout).toMatch(/^ok +database: there is none yet/m);
    expect(stdout).toMatch(/^ok +results: they are kept in .*objects\.$/m);
  });

  it('says what is wrong, and what to do', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    writeFileSync(path.join(folder, 'file'), '');
    const { status, stdout } = await doctor(['--json'], {
      DATABASE_URL: 'postgresql://platen:secret@127.0.0.1:1/platen',
      SMTP_URL: 'smtp://platen:secret@127.0.0.1:1',
      PLATEN_DATA: path.join(folder, 'file'),
      PLATEN_OBJECTS: 's3://results?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      PORT: String((taken.address() as { readonly port: number }).port),
    });
    taken.close();
    expect(status).toBe(1);
    expect(stdout).not.toContain('secret');
    const { ok, findings } = JSON.parse(stdout) as { readonly ok: boolean; readonly findings: readonly Finding[] };
    expect(ok).toBe(false);
    const found = (name: string) => findings.find((each) => each.name === name);
    expect(found('database')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
      remedy: expect.stringContaining('DATABASE_URL'),
    });
    expect(found('results')).toMatchObject({
      status: 'problem',
      message: 'http://127.0.0.1:1 cannot be reached (ECONNREFUSED)',
      remedy: expect.stringContaining('PLATEN_OBJECTS'),
    });
    expect(found('mail')).toMatchObject({ status: 'problem', remedy: expect.stringContaining('SMTP_URL') });
    expect(found('data folder')).toMatchObject({ status: 'problem', message: expect.stringContaining('is a file') });
    expect(found('port')).toMatchObject({ status: 'warning', remedy: expect.stringContaining('PORT') });
    expect(found('browser')).toMatchObject({ status: 'ok' });
  });

  it('names the setting that cannot be used', async () => {
    const { status, stdout } = await doctor([], { PLATEN_EGRESS_ALLOW: 'http://cms/' });
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^problem {2}settings: PLATEN_EGRESS_ALLOW: use /)]);
  });
});
