import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import { createEngine } from '../engine.ts';
import { validateRequest } from '../request/validate.ts';

it('an engine starts one browser: the one that shows how it starts here is its first', async () => {
  const children: ChildProcess[] = [];
  // What it runs is not known yet when this is told.
  const note = (message: unknown) => void children.push((message as { readonly process: ChildProcess }).process);
  const events: string[] = [];
  subscribe('child_process', note);
  const engine = await createEngine({
    allowNoSandbox: true,
    readyPages: 1,
    onEvent: ({ name }) => void events.push(name),
  }).finally(() => unsubscribe('child_process', note));
  try {
    const browsers = children.filter(({ spawnargs }) =>
      spawnargs.some((each) => each.includes('--remote-debugging-pipe')),
    );
    expect(browsers).toHaveLength(1);
    expect(events).toContain('browser_started');
    const request = validateRequest({ source: { html: '<p>x' } }, 'text');
    expect((await engine.convert({ format: 'text', request })).bytes.toString()).toBe('x\n');
  } finally {
    await engine.close();
  }
});
