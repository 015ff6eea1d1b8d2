import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECLARED } from './declared.ts';
import { bodyOf } from './fields.ts';
import { ALL_ENDPOINTS, nameOf } from './requests.ts';
import { type CanaryRun, runCanaries } from './run.ts';
import { findCanaries } from './search.ts';
import type { CanaryService } from './service.ts';

/**
 * No text of a request is written down but where docs/compliance.md says so: every text field of every endpoint,
 * found from the schemas, carries a string of its own, and everything that the service could have left is searched for it.
 */

let run: CanaryRun;
let service: CanaryService | undefined;
/** What was found, and where. */
let hits: { readonly place: string; readonly label: string; readonly encoding: string }[];
beforeAll(async () => {
  run = await runCanaries((started) => {
    service = started;
  });
  hits = run.places.flatMap(({ name, bytes }) =>
    findCanaries(bytes, run.canaries).map((found) => ({ place: name, ...found })),
  );
}, 300_000);
// Of a run that took too long, too.
afterAll(() => service?.end());

/** Fields that hold no words: lengths, dates, colors and the like. */
const WORDLESS = [
  'bottom',
  'country',
  'expires_at',
  'format',
  'height',
  'left',
  'on',
  'pages',
  'right',
  'since',
  'target_format',
  'top',
  'viewport',
  'width',
];

const isDatabase = (place: string) => place.startsWith('data folder/db/') || place === 'dump';

describe('texts of requests', () => {
  it('were sent on every way that a document can take', () => {
    const failed = run.stories.filter(([, status]) => status >= 300);
    expect(failed).toEqual([]);
    expect(run.stories.length).toBeGreaterThan(25);
    expect(run.neighbors).toEqual(expect.arrayContaining(['/page', '/hook', '/broken-hook', '/files']));
  });

  it('were sent in every field that takes a text', () => {
    const sent = new Set(
      run.sent.flatMap(({ request }) => request.fields.map((field) => `${nameOf(request.endpoint)} ${field}`)),
    );
    const all = ALL_ENDPOINTS.flatMap((endpoint) =>
      bodyOf(endpoint).map(({ pointer }) => `${nameOf(endpoint)} ${pointer}`),
    );
    const left = all.filter((field) => !sent.has(field)).map((field) => field.split('/').at(-1) ?? '');
    expect([...new Set(left)].sort()).toEqual(WORDLESS);
    expect(new Set(run.sent.map(({ request }) => nameOf(request.endpoint))).size).toBe(ALL_ENDPOINTS.length);
  });

  it('were taken, and refused in each way', () => {
    const statuses = new Set(run.sent.map(({ status }) => status));
    for (const status of [200, 201, 202, 400, 401, 403, 404, 409, 422, 502]) expect(statuses).toContain(status);
    expect([...statuses].filter((status) => status === 500)).toEqual([]);
    const taken = run.sent.filter(({ status }) => status < 300).flatMap(({ request }) => request.fields);
    expect(taken.length).toBeGreaterThan(100);
    expect(taken).toEqual(expect.arrayContaining(['/css', '/javascript', '/source/html', '/data/*', '/tag']));
  });

  it('stand nowhere but where they are said to be kept', () => {
    const undeclared = hits.filter(({ place, label }) => {
      if (label.startsWith('planted: ')) return false;
      const kept = DECLARED.find((entry) => entry.label.test(label));
      return !(kept?.columns.includes(place) || (kept !== undefined && isDatabase(place)));
    });
    expect(undeclared).toEqual([]);
  });

  it.each(DECLARED.filter(({ mayBeGone }) => !mayBeGone))('$label stands in $columns', ({ label, columns }) => {
    const found = hits.filter((hit) => label.test(hit.label)).map(({ place }) => place);
    expect(found).toEqual(expect.arrayContaining([...columns]));
  });
});

describe('what is planted is found', () => {
  it.each(['log', 'temporary files', 'traces', 'processes/cmdline', 'processes/environ'])('in: %s', (name) => {
    const [hit, ...more] = hits.filter(({ label }) => label === `planted: ${name}`);
    expect(hit?.place.split('/planted')[0]).toBe(name);
    expect(more).toEqual([]);
  });

  it('in a table, in the write-ahead log and in a dump', () => {
    const places = hits.filter(({ label }) => label === 'planted: database').map(({ place }) => place);
    expect(places).toEqual(expect.arrayContaining(['settings.value', 'dump']));
    expect(places.some((place) => place.includes('/pg_wal/'))).toBe(true);
  });

  it('since the places are there, and have in them what belongs there', () => {
    const among = (name: string, text: string) =>
      run.places.some((place) => place.name === name && place.bytes.includes(text));
    expect(among('/metrics', 'route="/v1/convert/pdf"')).toBe(true);
    expect(among('/health', '"status"')).toBe(true);
    expect(among('/v1/audit', 'key.created')).toBe(true);
    expect(among('/v1/logs', 'convert')).toBe(true);
    expect(among('processes/cmdline', '--remote-debugging-pipe')).toBe(true);
    expect(among('log', '"event":"request_finished"')).toBe(true);
    for (const column of ['jobs.request', 'webhook_attempts.error', 'idempotency_keys.answer', 'audit_log.detail']) {
      expect(run.places.map(({ name }) => name)).toContain(column);
    }
  });
});
