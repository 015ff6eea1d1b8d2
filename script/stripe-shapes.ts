import { readFileSync } from 'node:fs';
import { startStripeServer } from '../packages/server/src/testing/stripe-server.ts';

/**
 * Compares what the loopback server of the tests answers with examples of Stripe's own, and exits with 1 if a field is
 * not there, or is of another type. The file is that of Stripe's OpenAPI repository (`openapi/fixtures3.json`), which is
 * not kept here: `node script/stripe-shapes.ts FILE`.
 */

const KEY = 'sk_test_1';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Usage: node script/stripe-shapes.ts FILE');
const { resources } = JSON.parse(readFileSync(path, 'utf8')) as { readonly resources: Readonly<Record<string, Json>> };

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const faults = new Set<string>();
const fields = new Set<string>();
const objects = new Map<string, number>();

/** @param example as Stripe has it; undefined: what is in it is the caller's own, such as metadata */
function compare(value: Json, example: Json | undefined, place: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) compareNamed(item, undefined, `${place}[]`);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const field = `${place}.${name}`;
    fields.add(field);
    const wanted = (example as Readonly<Record<string, Json>> | undefined)?.[name];
    if (name === 'metadata') continue;
    if (wanted === undefined) faults.add(`${field}: Stripe has no such field`);
    else if (!isOfType(inner, wanted)) faults.add(`${field}: ${typeOf(inner)}, and ${typeOf(wanted)} at Stripe`);
    compareNamed(inner, wanted, field);
  }
}

/** What says what it is, is compared with that; anything else with what stands in its place. */
function compareNamed(value: Json, example: Json | undefined, place: string): void {
  const kind = (value as { readonly object?: Json } | null)?.object;
  if (typeof kind !== 'string' || typeof value !== 'object') {
    compare(value, example, place);
    return;
  }
  objects.set(kind, (objects.get(kind) ?? 0) + 1);
  if (resources[kind] === undefined) faults.add(`${place}: Stripe has no ${kind}`);
  compare(value, resources[kind], kind);
}

/** What is null in one of them may be anything; what is expanded stands where its id did. */
const isOfType = (value: Json, example: Json): boolean =>
  value === null || example === null || typeOf(value) === typeOf(example);

const server = await startStripeServer(KEY);
try {
  const ask = async (method: string, route: string, body: Readonly<Record<string, string>> = {}): Promise<Json> => {
    const answer = await fetch(`${server.url}/v1/${route}`, {
      method,
      headers: { authorization: `Bearer ${KEY}` },
      ...(method === 'POST' ? { body: new URLSearchParams(body) } : {}),
    });
    const json = (await answer.json()) as Json;
    const rows = (json as { readonly object?: Json; readonly data?: readonly Json[] }).data;
    for (const row of rows ?? [json]) compareNamed(row, undefined, route);
    return json;
  };
  const idOf = (json: Json): string => String((json as { readonly id: Json }).id);
  const session = idOf(await ask('POST', 'checkout/sessions', { client_reference_id: 'org_1' }));
  server.complete(session, { fingerprint: 'fp_1' });
  const { customer } = (await ask('GET', `checkout/sessions/${session}`)) as { readonly customer: string };
  const paid = { amount: '900', customer, payment_method: 'pm_1', 'metadata[key]': 'x' };
  const [first, second] = [
    idOf(await ask('POST', 'payment_intents', paid)),
    idOf(await ask('POST', 'payment_intents', paid)),
  ];
  await ask('GET', `payment_intents/${first}`);
  await ask('POST', 'refunds', { payment_intent: first, amount: '100' });
  server.dispute(second, 'needs_response');
  server.dispute(second, 'won');
  for (const list of ['payment_intents', 'refunds', 'disputes']) await ask('GET', list);
} finally {
  await server.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
const kinds = [...objects].map(([kind, count]) => `${count} ${kind}`).join(', ');
process.stdout.write(`${fields.size} fields of ${kinds}: ${faults.size} differ\n`);
process.exitCode = faults.size > 0 ? 1 : 0;
