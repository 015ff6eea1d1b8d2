import { EngineError, type OutputFormat } from '@platen/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../../packages/engine/src/testing/engine.ts';
import type { Case } from './case.ts';
import { judge } from './judge.ts';
import { ROOMS } from './rooms.ts';
import { type CaseSites, startCaseSites } from './sites.ts';

/** Inputs that converters are known to get wrong, each with what is right: see the files of the rooms. */

const DEADLINE = 30_000;
let sites: CaseSites;
beforeAll(async () => {
  sites = await startCaseSites();
});
afterAll(() => sites.close());
/** As many at once as the engine has pages for: the time that a case has does not go into waiting for others. */
const AT_ONCE = 2;
let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  else free -= 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** As the service has it: what has no script may follow others in their page. */
const engine = useEngine(() => ({
  egressAllow: [sites.own.host, sites.other.host],
  concurrency: AT_ONCE,
  reusePages: true,
}));

function fill<T>(value: T, id: string): T {
  const filled = JSON.stringify(value)
    .replaceAll('{origin}', sites.own.origin)
    .replaceAll('{other}', sites.other.origin)
    .replaceAll('{id}', id);
  return JSON.parse(filled);
}

async function run({
  id,
  html,
  url,
  options = {},
  format = 'pdf',
  deadline = DEADLINE,
  ...rest
}: Case): Promise<string[]> {
  const { expect: expected, check } = rest;
  const convert = async (body: Record<string, unknown>, output: OutputFormat = 'pdf') =>
    await engine.convert(fill(body, id), output, { deadline, group: 'cases' });
  const source = options.source ?? (url === undefined ? { html } : { url });
  const attempt = await convert({ ...options, source }, format).catch((error: unknown) => {
    if (error instanceof EngineError) return error;
    throw error;
  });
  if (attempt instanceof EngineError) {
    return attempt.code === expected.error ? [] : [`error ${attempt.code}: ${attempt.message}`];
  }
  if (expected.error !== undefined) return [`a result with ${attempt.pages} pages instead of ${expected.error}`];
  const seen = sites.seen.filter(
    ({ url: address }) => new URL(address, 'http://site.invalid').searchParams.get('id') === id,
  );
  const outcome = { result: attempt, sites, seen, convert };
  const faults = await judge(outcome, fill(expected, id));
  await check?.(outcome);
  return faults;
}

describe.each(Object.entries(ROOMS))('%s', (_, cases) => {
  it.concurrent.each(cases)('$id $title', async (one) => {
    const faults = await inTurn(() => run(one));
    expect(faults, faults.join('\n')).toEqual([]);
  });
});

it('every case has a name of its own', () => {
  const ids = Object.values(ROOMS)
    .flat()
    .map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
