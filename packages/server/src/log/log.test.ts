import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { stackFrames } from './stack-frames.ts';

describe('createLog', () => {
  it('writes one JSON line for each event', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    log.event('service_listening', { host: '127.0.0.1', port: 3_000, tls: false });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'service_listening',
      host: '127.0.0.1',
      port: 3_000,
      tls: false,
    });
  });

  it('leaves out events below its level', () => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => lines.push(line) });
    log.event('source_locked', { seconds: 60 });
    log.event('fatal_error', stackFrames('nothing'));
    expect(lines).toHaveLength(1);
  });
});

describe('the log on standard error', () => {
  const program = (body: string) => `
    import { createStderrLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    const log = createStderrLog('info');
    const line = () => log.event('source_locked', { seconds: 60 });
    ${body}`;
  const run = (shell: string) =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      execFile('/bin/sh', ['-c', shell], { timeout: 20_000 }, (error, stdout) => {
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout });
      });
    });
  const node = (body: string) =>
    `'${process.execPath}' --input-type=module --eval '${program(body).replaceAll("'", `'\\''`)}'`;

  it('ends neither the service nor its answers when the reader leaves', async () => {
    const body = `
      for (let at = 0; at < 50; at += 1) {
        line();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      console.log('still here');
      log.close();`;
    expect(await run(`(${node(body)}) 2>&1 >&3 3>&- | head -n 1 >/dev/null`.replace(/^/, 'exec 3>&1; '))).toMatchObject(
      {
        stdout: 'still here\n',
      },
    );
  });

  it('drops lines rather than block or grow when the reader does not read', async () => {
    const body = `
      for (let at = 0; at < 200_000; at += 1) line();
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log('still here');
      log.close();
      process.exit(0);`;
    const { stdout } = await run(`exec 3>&1; (${node(body)}; echo "exit $?" >&3) 2>&1 >&3 | sleep 2`);
    expect(stdout).toBe('still here\nexit 0\n');
  });
});

describe('stackFrames', () => {
  it('gives the place of an error without its message', () => {
    const { error_name: name, frames } = stackFrames(new RangeError('canary\n    and a second line of canary'));
    expect(name).toBe('RangeError');
    expect(frames[0]).toMatch(/^at .*log\.test\.ts/);
    expect(JSON.stringify(frames)).not.toContain('canary');
  });
});
