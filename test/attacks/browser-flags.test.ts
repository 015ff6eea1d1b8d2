import { validateRequest } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { processesBelow } from '../faults/process-tree.ts';
import { useRange } from './range.ts';

const range = useRange();

/** What other services hand to their browser, and what would make it run a program. */
const FIELDS = [
  'args',
  'launch',
  'launchOptions',
  'executablePath',
  'executable_path',
  'userDataDir',
  'user_data_dir',
  'env',
  'channel',
  'ignoreDefaultArgs',
  'browserWSEndpoint',
  'proxy',
  'flags',
  '--no-sandbox',
  '--renderer-cmd-prefix',
  '--utility-cmd-prefix',
  '--gpu-launcher',
];

describe('S69: flags of the browser', () => {
  it.each(FIELDS)('"%s" is no field', async (field) => {
    const value = ['--renderer-cmd-prefix=/bin/touch /tmp/x'];
    for (const body of [{ [field]: value }, { viewport: { width: 100, height: 100, [field]: value } }]) {
      expect((await range.attack({ source: { html: 'x' }, ...body })).code).toBe('unknown_field');
    }
  });

  it('hold nothing of a request, whatever field it is in', async () => {
    const flag = '--platen-canary-flag';
    const body = {
      source: { html: `<title>${flag}</title>{{ flag }}`, base_url: `${range.pub}/${flag}`, files: { [flag]: 'eA==' } },
      data: { flag },
      css: `/* ${flag} */`,
      javascript: `window.name = '${flag}'`,
      http_headers: { 'X-Flag': flag },
      cookies: [{ name: flag, value: flag }],
      auth: { username: flag, password: flag },
      header: { source: flag },
      footer: { source: flag },
      delay: 2_000,
      virtual_time: false,
    };
    expect(() => validateRequest(body, 'pdf')).not.toThrow();
    const seen: string[] = [];
    let ended = false;
    const attack = range.attack(body).finally(() => {
      ended = true;
    });
    while (!ended) {
      seen.push(...processesBelow(process.pid).map(({ commandLine }) => commandLine));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await attack).text).toContain(flag);
    expect(seen.some((commandLine) => commandLine.includes('--type=renderer'))).toBe(true);
    expect(seen.filter((commandLine) => commandLine.includes('platen-canary-flag'))).toEqual([]);
  });
});
