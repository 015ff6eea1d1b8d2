import { randomUUID } from 'node:crypto';
import { ENDPOINTS, LAYER_ENDPOINTS } from '@platen/server';
import type { Endpoint } from '../../packages/server/src/http/endpoint.ts';
import { bodyOf, type TextField, textFieldsOf } from './fields.ts';
import type { Canaries, Canary } from './words.ts';

/** A request with canaries. */
export interface CanaryRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The fields that carry one; none: an address that names nothing. */
  readonly fields: readonly string[];
  /** Told when it was answered with success. */
  readonly accepted?: () => void;
}

export const ALL_ENDPOINTS: readonly Endpoint[] = [...ENDPOINTS, ...LAYER_ENDPOINTS];

export const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;

/**
 * One request for each text field, around the example of its endpoint, so that as many as possible succeed. Fields
 * that several endpoints of one family have in common are sent one by one to the first, and to the others in two
 * requests: those that were accepted there, and those that were not.
 * @param paths the path of an endpoint, with what it names
 */
export function* fieldRequests(
  canaries: Canaries,
  paths: (endpoint: Endpoint) => string,
): Generator<CanaryRequest, void> {
  const seen = new Map<string, { accepted: boolean }>();
  for (const endpoint of ALL_ENDPOINTS) {
    const request = (fields: readonly TextField[], accepted = () => {}): CanaryRequest[] => {
      const filled = fields.flatMap((field) => {
        const made = field.fill(canaries.make(`${nameOf(endpoint)} ${field.pointer}`));
        return made === undefined ? [] : [{ ...made, pointer: field.pointer }];
      });
      if (filled.length === 0) return [];
      const body = { ...exampleOf(endpoint), ...mergedByName(filled) };
      return [{ endpoint, path: paths(endpoint), body, fields: filled.map(({ pointer }) => pointer), accepted }];
    };
    const before = new Map(seen);
    const keyOf = ({ identity }: TextField) => `${familyOf(endpoint)} ${identity}`;
    for (const fields of sentTogether(bodyOf(endpoint).filter((field) => !before.has(keyOf(field))))) {
      const state = { accepted: false };
      for (const field of fields) seen.set(keyOf(field), state);
      yield* request(fields, () => {
        state.accepted = true;
      });
    }
    const known = bodyOf(endpoint).flatMap((field) => {
      const state = before.get(keyOf(field));
      return state === undefined ? [] : [{ field, ...state }];
    });
    yield* request(known.filter(({ accepted }) => accepted).map(({ field }) => field));
    yield* request(known.filter(({ accepted }) => !accepted).map(({ field }) => field));
  }
}

/** Objects whose fields go together: they exclude nothing, or are refused for what is missing. */
const WHOLE = /^\/(?:destination|settings|metadata|protection|cookies|auth|header|footer)(?:\/0)?\//;

function sentTogether(fields: readonly TextField[]): TextField[][] {
  const groups = new Map<string, TextField[]>();
  for (const field of fields) {
    const whole = WHOLE.exec(field.pointer)?.[0];
    const group = whole === undefined ? field.identity : `${whole} ${field.branch}`;
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups.values()];
}

function mergedByName(filled: readonly { readonly name: string; readonly value: unknown }[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const { name, value } of filled) merged[name] = merge(merged[name], value);
  return merged;
}

/** Objects, and lists of one object, become one; of other values the later one stays. */
function merge(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return [merge(before[0], after[0])];
  const both = [before, after].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  if (!both) return after;
  const merged: Record<string, unknown> = { ...(before as object) };
  for (const [name, value] of Object.entries(after as object)) merged[name] = merge(merged[name], value);
  return merged;
}

/** One request of each endpoint with canaries in its path, its query and its headers. */
export function* addressRequests(canaries: Canaries): Generator<CanaryRequest, void> {
  for (const endpoint of ALL_ENDPOINTS) {
    const make = (where: string) => canaries.make(`${nameOf(endpoint)} ${where}`);
    const segments = endpoint.path.replace(/\{\w+\}/g, (name) => make(`path ${name}`).lower);
    const query = endpoint.query === undefined ? [] : textFieldsOf(endpoint.query);
    const asked = query.flatMap(({ pointer, fill }) => fill(make(`query ${pointer}`)) ?? []);
    const search = new URLSearchParams(asked.map(({ name, value }) => [name, String(value)]));
    search.set(make('query, unknown name').lower, make('query, unknown value').lower);
    const path = `${segments}?${search}`;
    yield { endpoint, path, headers: headersWith(make), fields: query.map(({ pointer }) => pointer) };
  }
}

/** Headers that a client chooses. */
function headersWith(make: (where: string) => Canary): Record<string, string> {
  return {
    referer: `https://${make('header referer').lower}.test/`,
    accept: `text/${make('header accept').lower}`,
    'accept-language': make('header accept-language').lower,
    'x-request-id': `${make('header x-request-id').lower} is no valid id`,
    traceparent: `00-${make('header traceparent').lower}-01`,
    'if-none-match': `"${make('header if-none-match').lower}"`,
    'idempotency-key': `"${make('header idempotency-key').lower}"`,
    [make('header, unknown name').lower]: make('header, unknown value').lower,
  };
}

/** Endpoints whose fields are the same work. */
function familyOf({ path }: Endpoint): string {
  if (/^\/v[13]\/templates\/\{slug\}\.\w+$/.test(path)) return 'templates to files';
  return /^\/(?:v1\/convert|v3\/convert|forms|api\/pdf|v[13]\/templates)/.exec(path)?.[0] ?? path;
}

/** Fields that bound what a request costs here. */
const QUICK = { timeout: 3 };

function exampleOf({ path, request }: Endpoint): Readonly<Record<string, unknown>> {
  const example = { ...request?.examples[0]?.value };
  // What the first request makes would be in the way of the next.
  if ('slug' in example) example.slug = `${example.slug}-${randomUUID()}`;
  if (/^\/v1\/convert/.test(path)) {
    const { source: _, ...rest } = example;
    return { ...rest, source: { html: '<p id="a">words' }, ...QUICK };
  }
  return example;
}
