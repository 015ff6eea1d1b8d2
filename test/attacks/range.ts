import { readFileSync } from 'node:fs';
import {
  type ConversionResult,
  type ConvertOptions,
  createEngine,
  type Engine,
  EngineError,
  type OutputFormat,
  type OutputResult,
} from '@platen/engine';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { SETTINGS, useStartedEngine } from '../../packages/engine/src/testing/engine.ts';
import { pdfText, readPng } from '../../packages/engine/src/testing/judge.ts';
import { shared } from '../../packages/engine/src/testing/shared.ts';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';
import { type Canaries, startCanaries } from './canary.ts';

type Pages = Record<string, Parameters<typeof startSite>[0][string]>;

/**
 * Where attacks are run: an engine, a site it may reach, and canaries it may not. Attacks come from one organization, and
 * ordinary documents from another; as in the service, what has no script may share pages with others of its organization.
 */
export interface Range {
  readonly engine: Engine;
  readonly canaries: Canaries;
  readonly site: Site;
  /** The site by name: `http://pub.test:port`. */
  readonly pub: string;
  /** What the site answers; tests add to it. */
  readonly pages: Pages;
  /** Addresses that a name resolves to; a list of lists is answered one after the other. */
  readonly names: Record<string, readonly string[] | (() => readonly string[])>;
  /** Names of the events of the engine's life. */
  readonly events: string[];
  /** Names that were looked up since the last attack began. */
  readonly asked: string[];
  /** Runs a conversion, and checks that it reached nothing and told nothing. Each test of the engine ends with a benign one. */
  attack(body: Record<string, unknown>, options?: AttackOptions): Promise<Outcome>;
  /** A conversion of an ordinary document, with its result checked; each test of the engine ends with one. */
  benign(): Promise<void>;
}

export interface AttackOptions extends ConvertOptions {
  readonly format?: OutputFormat;
}

/** What came of an attack. */
export interface Outcome {
  readonly result?: ConversionResult;
  /** Code of the error. */
  readonly code?: string;
  readonly message?: string;
  /** JSON pointer of the error. */
  readonly pointer?: string;
  /** Text of a PDF, with single spaces. */
  readonly text: string;
  readonly warnings: readonly string[];
}

const ADDRESS = '127.0.77.1';

/** How requests are refused before the engine sees them: it does nothing that the next caller could feel. */
const UNREAD: ReadonlySet<string | undefined> = new Set(['invalid_request', 'unsupported_scheme']);

/** The range of the file that runs. */
let current: Pick<Range, 'names' | 'events' | 'asked'> | undefined;

async function lookup(name: string) {
  current?.asked.push(name);
  const known = current?.names[name];
  if (known === undefined) throw new Error('There is no such name.');
  const addresses = typeof known === 'function' ? known() : known;
  return addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));
}

const sharedEngine = shared({
  start: () =>
    createEngine({
      ...SETTINGS,
      egressAllow: [`${ADDRESS}/32`],
      lookup,
      onEvent: ({ name }) => void current?.events.push(name),
      reusePages: true,
    }),
  // It replaces its browsers itself.
  isGone: () => false,
  end: (engine) => engine.close(),
});

/** Files of one process share the engine; its canaries, its site and its names are those of each file. */
export function useRange(): Range {
  let canaries: Canaries;
  let site: Site;
  const pages: Pages = {};
  const asked: string[] = [];
  const events: string[] = [];
  const names: Range['names'] = { 'pub.test': [ADDRESS], 'private.test': ['127.0.0.1'] };
  beforeAll(async () => {
    current = { names, events, asked };
    canaries = await startCanaries();
    site = await startSite(pages, ADDRESS);
  });
  const tested = useStartedEngine(sharedEngine);
  let isUsed = false;
  // Whatever a test did to the engine, the next caller must not feel it.
  afterEach(async () => {
    if (isUsed) await benign();
    isUsed = false;
  });
  afterAll(() => {
    canaries.close();
    site.close();
  });
  const benign = async () => {
    const options = { group: 'neighbor' };
    const source = { html: '<p>An ordinary document' };
    const { pages: count, bytes, warnings } = await tested.convert({ source }, 'pdf', options);
    expect(count).toBe(1);
    expect(warnings).toEqual([]);
    expect(pdfText(bytes)).toContain('An ordinary document');
  };
  return {
    get engine() {
      isUsed = true;
      return tested.engine;
    },
    get canaries() {
      return canaries;
    },
    get site() {
      return site;
    },
    get pub() {
      return site.origin.replace(ADDRESS, 'pub.test');
    },
    pages,
    names,
    events,
    asked,
    benign,
    async attack(body, { format = 'pdf', ...options } = {}) {
      asked.length = 0;
      let outcome: Outcome;
      try {
        outcome = await read(await tested.convert(body, format, { group: 'attacker', ...options }));
      } catch (error) {
        outcome = readError(error, canaries);
      }
      isUsed ||= !UNREAD.has(outcome.code);
      expectSilence(canaries, outcome);
      return outcome;
    },
  };
}

async function read(result: ConversionResult): Promise<Outcome> {
  const text = textOf(result).replace(/\s+/g, ' ').trim();
  return { result, text, warnings: result.warnings.map(({ code }) => code) };
}

/** The words of a result, as far as its format has any. */
function textOf({ format, bytes }: OutputResult): string {
  if (format === 'pdf') return pdfText(bytes);
  return format === 'text' || format === 'markdown' ? Buffer.from(bytes).toString('utf8') : '';
}

/** What an error must not tell: Chromium's words, paths, stacks, and what lies inside. */
const INSIDE =
  /net::|\bERR_|chrom|devtools|protocol|\n\s*at |node:|file:\/\/|\/(?:bin|etc|home|proc|root|tmp|usr|var)\b/i;

function readError(error: unknown, canaries: Canaries): Outcome {
  // Anything else is a fault of the engine, and shows as it is.
  if (!(error instanceof EngineError)) throw error;
  const { code, message, details } = error;
  const told = JSON.stringify({ message, issues: details.issues });
  expect(told).not.toMatch(INSIDE);
  for (const host of canaries.hosts) expect(told).not.toContain(host.replace(/:\d+$/, ''));
  return {
    code,
    message,
    text: '',
    warnings: [],
    ...(details.pointer === undefined ? {} : { pointer: details.pointer }),
  };
}

/** The first account of the system, which every user may read. */
const ACCOUNT = readFileSync('/etc/passwd', 'utf8').split('\n', 1)[0] as string;

/** No canary was reached, and nothing of one is in what came back. */
export function expectSilence(
  canaries: Canaries,
  { result, text }: { readonly result?: OutputResult; readonly text: string },
): void {
  expect(canaries.hits.splice(0)).toEqual([]);
  for (const secret of [canaries.text, canaries.fileText, ACCOUNT]) {
    expect(text).not.toContain(secret);
    if (result) expect(Buffer.from(result.bytes).includes(secret)).toBe(false);
  }
  // A canary answers in magenta, so that it shows in an image too.
  if (result?.format === 'png') expect(readPng(result.bytes).count([255, 0, 255])).toBe(0);
}

/** A way on which a document comes to the browser. */
export type Carrier = 'url' | 'html' | 'base' | 'data' | 'header';

/** Every carrier once, and every kind of output: what is made of a page is made after it has been loaded, from whatever it came. */
export const WAYS: readonly (readonly [Carrier, OutputFormat])[] = [
  ['url', 'pdf'],
  ['html', 'text'],
  ['base', 'png'],
  ['data', 'markdown'],
  ['header', 'pdf'],
];

/** Every carrier, with each kind of output that it can have. */
export const EVERY_WAY: readonly (readonly [Carrier, OutputFormat])[] = [
  ['url', 'pdf'],
  ['html', 'pdf'],
  ['base', 'pdf'],
  ['data', 'pdf'],
  ['header', 'pdf'],
  ['url', 'png'],
  ['html', 'png'],
  ['base', 'png'],
  ['data', 'png'],
  ['html', 'text'],
  ['base', 'text'],
  ['url', 'markdown'],
  ['data', 'markdown'],
];

/** A request that brings a document to the browser. */
export function carry(range: Range, carrier: Carrier, html: string): Record<string, unknown> {
  switch (carrier) {
    case 'url':
      range.pages['/hostile'] = html;
      return { source: { url: `${range.pub}/hostile` } };
    case 'html':
      return { source: { html } };
    case 'base':
      return { source: { html, base_url: `${range.pub}/base/` } };
    case 'data':
      return { source: { html: '{{ page | raw }}' }, data: { page: html } };
    case 'header':
      return { source: { html: '<p>survivor' }, header: { source: html } };
  }
}
