import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './measure.ts';
import type { Service } from './service.ts';

/** What an organization waits for its invoices while another one does one of its worst. */
export interface FairnessRow {
  readonly name: string;
  /** Median of the invoices before, with the service to themselves, in milliseconds. */
  readonly idle: number;
  /** Median and longest of those beside the other organization. */
  readonly beside: number;
  readonly longest: number;
  /** `beside / idle` and `longest / idle`. */
  readonly ratio: number;
  readonly longestRatio: number;
  /** Answers other than 200, by status; 0 for a connection that broke. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Goes on until the signal fires, and ends then. */
type Attack = (service: Service, key: string, signal: AbortSignal) => Promise<unknown>;

const JOBS = 20;
const AT_ONCE = 12;
/** Milliseconds that an attack has before the first invoice. */
const HEAD_START = 2_000;
const CONNECTIONS = 3_000;
/** Address of the other organization's clients. */
const ELSEWHERE = '127.0.0.2';
const BODY = 24 * 1024 * 1024;

const ENDLESS = '<p>x<script>for(;;);</script>';
/** Writes 50 MB pieces into one database for as long as it may. */
const STORING = `<p>x<script>
  const piece = new Blob([new Uint8Array(5e7)]);
  const open = indexedDB.open('all');
  open.onupgradeneeded = () => open.result.createObjectStore('pieces', { autoIncrement: true });
  open.onsuccess = async () => {
    for (let at = 0; at < 100; at += 1) await new Promise((done) => {
      const put = open.result.transaction('pieces', 'readwrite').objectStore('pieces').add(piece);
      put.onsuccess = put.onerror = done;
    });
    window.finished = () => true;
  };
</script>`;

const ATTACKS: Readonly<Record<string, Attack>> = {
  '12 pages that compute without an end': converting({ source: { html: ENDLESS } }),
  '12 pages that wait for 10 s': converting({ source: { html: '<p>x' }, delay: 10_000 }),
  '12 pages that fill IndexedDB': converting({ source: { html: STORING }, wait_for: 'finished' }),
  '8 uploads of 24 MB that stop before their end': stalledUploads,
  'wrong keys, 50 at once': wrongKeys,
  '3,000 connections that say nothing': idleConnections,
};

/** @param invoice a document of one page */
export async function measureFairness(service: Service, invoice: string, only: string): Promise<FairnessRow[]> {
  const attacker = await service.addOrganization('Other');
  const rows: FairnessRow[] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (!name.includes(only)) continue;
    const idle = median((await invoices(service, invoice)).times);
    const ending = new AbortController();
    const attacking = attack(service, attacker, ending.signal);
    await sleep(HEAD_START);
    const { times, failed } = await invoices(service, invoice);
    ending.abort();
    await attacking;
    const [beside, longest] = [median(times), Math.max(...times)];
    rows.push({ name, idle, beside, longest, ratio: beside / idle, longestRatio: longest / idle, failed });
    // What is left of the attack is no matter of the next.
    await sleep(HEAD_START);
  }
  return rows;
}

async function invoices(service: Service, html: string) {
  const times: number[] = [];
  const failed: Record<string, number> = {};
  for (let job = 0; job < JOBS; job += 1) {
    const start = performance.now();
    const status = await service.statusOf({ source: { html } });
    times.push(performance.now() - start);
    if (status !== 200) failed[status] = (failed[status] ?? 0) + 1;
  }
  return { times, failed };
}

/** Keeps as many conversions going as one key starts at once. */
function converting(body: object): Attack {
  return async (service, key, signal) => {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (!signal.aborted) {
          const status = await service.statusOf(body, { key, signal });
          // Refused: anybody would try again.
          if (status !== 200) await sleep(100);
        }
      }),
    );
  };
}

async function stalledUploads(service: Service, key: string, signal: AbortSignal): Promise<void> {
  const head = [
    'POST /v1/convert/pdf HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY + 1}`,
    '\r\n',
  ].join('\r\n');
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!signal.aborted) {
        const socket = await open(service, signal);
        socket.write(head);
        socket.write(Buffer.alloc(BODY, ' '));
        socket.resume();
        await ended(socket, signal);
      }
    }),
  );
}

async function wrongKeys(service: Service, _key: string, signal: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      while (!signal.aborted) await service.statusOf({}, { key: `plk_live_${at}`, signal });
    }),
  );
}

async function idleConnections(service: Service, _key: string, signal: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!signal.aborted) {
        await ended(await open(service, signal), signal);
        await sleep(100);
      }
    }),
  );
}

async function open(service: Service, signal: AbortSignal): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  // From elsewhere: what one source may have open is bounded for itself.
  const socket = connect({ host: hostname, port: Number(port), localAddress: ELSEWHERE });
  // A connection that is refused or reset is one way to end.
  socket.on('error', () => {});
  await once(socket, 'connect', { signal }).catch(() => {});
  return socket;
}

async function ended(socket: Socket, signal: AbortSignal): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close', { signal }).catch(() => {});
  socket.destroy();
}
