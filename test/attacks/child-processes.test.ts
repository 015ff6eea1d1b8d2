import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from '../../packages/engine/src/input/template-process.ts';
import { childUser } from '../../packages/engine/src/isolation/child-user.ts';
import { endGroup } from '../../packages/engine/src/isolation/end-group.ts';
import { hasBubblewrap } from '../../packages/engine/src/isolation/namespaces.ts';
import { childFiles } from '../../packages/engine/src/isolation/plain-copies.ts';
import { READING } from '../../packages/engine/src/pdf-text/read.ts';
import { startPdfChild } from '../../packages/engine/src/pdf-text/start.ts';
import { type ProcessFacts, processesBelow } from '../faults/process-tree.ts';

/** A descriptor far above those that Node marks to be closed by itself. */
const INHERITED = 40;

/** Starts a browser and a child for templates, as the service does, and tells what files the processes have open. */
const PROBE = `
const { readdirSync, readlinkSync, readFileSync } = await import('node:fs');
const source = (file) => import(new URL('../../packages/engine/src/' + file, ${JSON.stringify(import.meta.url)}).href);
const { findBrowser } = await source('chromium/find.ts');
const { chooseIsolation } = await source('chromium/choose-isolation.ts');
const { startProcess } = await source('input/template-process.ts');
const { descendants } = await source('isolation/descendants.ts');
const filesOf = (pid) => readdirSync('/proc/' + pid + '/fd').map((fd) => {
  try { return readlinkSync('/proc/' + pid + '/fd/' + fd); } catch { return ''; }
});
const found = findBrowser();
const { browser } = await chooseIsolation(found, { allowNoSandbox: true, allowSharedUser: true });
const templates = startProcess();
await templates.ready;
const below = (pid) => [pid, ...descendants(pid)].flatMap(filesOf);
console.log(JSON.stringify({
  service: filesOf(process.pid),
  browser: below(browser.pid),
  templates: below(templates.child.pid),
  scores: [process.pid, browser.mainPid, templates.pid()].map((pid) => readFileSync('/proc/' + pid + '/oom_score_adj', 'latin1').trim()),
}));
browser.kill();
templates.child.kill('SIGKILL');
await browser.exited;
process.exit();
`;

describe.runIf(process.platform === 'linux')('processes that run what strangers wrote', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'platen-inherited-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('have no file open that whoever started the service had left open, and go first when memory ends', async () => {
    const secret = path.join(folder, 'secret');
    const file = openSync(secret, 'w');
    const stdio = Array.from({ length: INHERITED + 1 }, () => 'ignore' as 'ignore' | 'pipe' | number);
    stdio[1] = 'pipe';
    stdio[INHERITED] = file;
    const service = spawn(process.execPath, ['--input-type=module', '-e', PROBE], { stdio });
    closeSync(file);
    const { scores, ...files } = JSON.parse(await text(service.stdout!)) as Record<string, string[]>;
    // The service has it: the rest would be true of a file that was never handed on.
    expect(files.service).toContain(secret);
    expect(files.browser!.length).toBeGreaterThan(3);
    expect(files.browser).not.toContain(secret);
    expect(files.templates!.length).toBeGreaterThan(3);
    expect(files.templates).not.toContain(secret);
    const [own, ...others] = scores!.map(Number);
    for (const score of others) expect(score).toBeGreaterThan(own!);
  });

  it('that render templates are not root, cannot become it, and have no network', async () => {
    const { child, pid, ready } = startProcess();
    try {
      await ready;
      expectWalledIn(pid() as number);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('that read PDF files are not root, cannot become it, and have no network', async () => {
    const [entry = ''] = childFiles(READING.sources);
    const child = startPdfChild(READING);
    try {
      const isNode = ({ commandLine }: ProcessFacts) => commandLine.startsWith(`${process.execPath} `);
      const find = () =>
        processesBelow(process.pid).find((facts) => isNode(facts) && facts.commandLine.includes(entry));
      await expect.poll(find).toBeDefined();
      expectWalledIn(find()?.pid as number);
    } finally {
      endGroup(child);
    }
  });
});

function expectWalledIn(pid: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1];
  const uid = String(childUser()?.uid ?? process.getuid?.());
  expect(uid).not.toBe('0');
  expect(field('Uid')).toBe(Array(4).fill(uid).join('\t'));
  expect(field('Groups')?.trim()).toBe(childUser() ? '' : field('Groups')?.trim());
  expect(field('NoNewPrivs')).toBe('1');
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    // Without namespaces the bounding set stays; nobody can gain from it without new privileges.
    if (set !== 'CapBnd' || walled) expect(`${set} ${field(set)}`).toBe(`${set} 0000000000000000`);
  }
  if (!walled) return;
  const links = readFileSync(`/proc/${pid}/net/dev`, 'utf8');
  expect([...links.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name)).toEqual(['lo']);
  expect(existsSync(`/proc/${pid}/root/etc/passwd`)).toBe(false);
  expect(existsSync(`/proc/${pid}/root/usr`)).toBe(true);
}

/** Whether this machine lets anybody make namespaces. */
const walled =
  hasBubblewrap() &&
  succeeds('/usr/bin/bwrap', ['--unshare-user', '--unshare-net', '--ro-bind', '/', '/', '/bin/true']);

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { ...(childUser() ?? {}), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
