import { nearestName } from '@platen/engine';
import { conversionOf } from './template-conversion.ts';

/**
 * Scopes are sets of method and path. The named ones are here; besides, a scope may be written as a pattern:
 * `POST /v1/convert/*`. A `*` stands for any method, for one segment of a path, or at its end for all that follow.
 */
export const SCOPES = {
  '*': ['* /*'],
  'convert:*': ['POST /v1/convert', 'POST /v1/convert/*'],
  'convert:pdf': ['POST /v1/convert/pdf'],
  'convert:image': ['POST /v1/convert/image'],
  'convert:text': ['POST /v1/convert/text'],
  'convert:markdown': ['POST /v1/convert/markdown'],
  'templates:read': ['GET /v1/templates', 'GET /v1/templates/*', 'GET /v1/snippets', 'GET /v1/snippets/*'],
  'templates:write': ['* /v1/templates', '* /v1/templates/*', '* /v1/snippets', '* /v1/snippets/*'],
  'jobs:read': ['GET /v1/jobs', 'GET /v1/jobs/*', 'GET /v1/batches', 'GET /v1/batches/*'],
  'jobs:write': ['* /v1/jobs', '* /v1/jobs/*', '* /v1/batches', '* /v1/batches/*'],
  'webhooks:manage': ['* /v1/webhooks', '* /v1/webhooks/*'],
  'connections:manage': ['* /v1/connections', '* /v1/connections/*'],
  'usage:read': ['GET /v1/usage', 'GET /v1/usage/*', 'GET /v1/credits/*', 'GET /api/user/ai-usage'],
  'keys:manage': ['* /v1/keys', '* /v1/keys/*'],
  'members:read': ['GET /v1/members', 'GET /v1/members/*', 'GET /v1/invitations'],
  'members:manage': ['* /v1/members', '* /v1/members/*', '* /v1/invitations', '* /v1/invitations/*'],
  'billing:manage': ['* /v1/billing', '* /v1/billing/*', 'GET /v1/invoices', 'GET /v1/invoices/*'],
  'billing:read': ['GET /v1/billing', 'GET /v1/billing/*', 'GET /v1/invoices', 'GET /v1/invoices/*'],
  'audit:read': ['GET /v1/audit', 'GET /v1/audit/*'],
  'logs:read': ['GET /v1/logs', 'GET /v1/logs/*'],
  'ai:*': ['POST /api/pdf/*', 'POST /api/waitlist'],
  'ai:summarize': ['POST /api/pdf/summarize'],
  'ai:chat': ['POST /api/pdf/chat'],
  'ai:translate': ['POST /api/pdf/translate'],
  'ai:extract-data': ['POST /api/pdf/extract-data'],
  'ai:invoice-extractor': ['POST /api/pdf/invoice-extractor'],
  'ai:receipt-scanner': ['POST /api/pdf/receipt-scanner'],
  'ai:bank-statement': ['POST /api/pdf/bank-statement'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type ScopeName = keyof typeof SCOPES;

/** What everybody may ask, whatever their scopes or role: who they are. */
const ALWAYS = ['GET /v1/account'];

/** What a list of scopes lets through. */
export type Scopes = readonly Pattern[];

interface Pattern {
  /** `*`: any. */
  readonly method: string;
  /** Segments of the path; a `*` at the end stands for one or more. */
  readonly segments: readonly string[];
}

/** What is wrong with an entry, as the rest of a sentence that begins with its name: "must …". */
export class ScopeFault extends Error {
  /** Which entry it is. */
  readonly index: number;

  constructor(index: number, remedy: string) {
    super(remedy);
    this.name = 'ScopeFault';
    this.index = index;
  }
}

const METHODS = ['*', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const RAW = /^(\S+) +(\S+)$/;
const PATH = /^(?:\/(?:\*|[A-Za-z0-9._~-]+))+$/;

/** @throws ScopeFault for the first entry that is neither a name nor a pattern */
export function parseScopes(entries: readonly string[]): Scopes {
  return entries.flatMap((entry, index) => {
    const patterns = patternsOf(entry.trim());
    if (typeof patterns === 'string') throw new ScopeFault(index, patterns);
    return patterns;
  });
}

/** Whether these scopes let a request through. `path` is what was sent, without its query. */
export function allows(scopes: Scopes, method: string, path: string): boolean {
  // What HEAD tells is what GET tells (RFC 9110, section 9.3.2).
  const asked = method === 'HEAD' ? 'GET' : method;
  const segments = path.split('/').slice(1);
  return [...scopes, ...ALWAYS_ALLOWED].some((pattern) => matches(pattern, asked, segments));
}

/** Whether a request is one that everybody may make who is let in at all. */
export function isForEverybody(method: string, path: string): boolean {
  return allows([], method, path);
}

/** Whether everything that `inner` lets through is let through by `outer` too: nobody gives what they have not. */
export function covers(outer: Scopes, inner: Scopes): boolean {
  return inner.every((wanted) => outer.some((held) => matches(held, wanted.method, wanted.segments)));
}

/** The narrowest named scope that lets a request through, for whoever lacks it. */
export function scopeFor(method: string, path: string): string | undefined {
  const names = Object.keys(SCOPES) as ScopeName[];
  return names
    .map((name) => ({ name, scopes: parseScopes([name]) }))
    .filter(({ scopes }) => allows(scopes, method, path))
    .reduce<{ name: ScopeName; scopes: Scopes } | undefined>(
      (best, next) => (best && !covers(best.scopes, next.scopes) ? best : next),
      undefined,
    )?.name;
}

function patternsOf(entry: string): readonly Pattern[] | string {
  if (Object.hasOwn(SCOPES, entry)) return SCOPES[entry as ScopeName].map((text) => patternOf(text));
  const [, method, path = ''] = RAW.exec(entry) ?? [];
  if (method === undefined) {
    const nearest = nearestName(entry, Object.keys(SCOPES));
    const hint = nearest === undefined ? '' : ` (the nearest name is "${nearest}")`;
    return `must be a scope such as "convert:pdf", or a method and path such as "POST /v1/convert/*"${hint}`;
  }
  if (!METHODS.includes(method)) return `must begin with one of ${METHODS.join(', ')}`;
  if (!PATH.test(path) || path.split('/').some((segment) => segment === '.' || segment === '..')) {
    return 'must have a path such as /v1/convert/pdf or /v1/convert/* after the method';
  }
  return [patternOf(`${method} ${path}`)];
}

function patternOf(text: string): Pattern {
  const [method = '', path = ''] = text.split(/ +/);
  return { method, segments: path.split('/').slice(1) };
}

/**
 * Whether a pattern lets through a request, or whatever another pattern lets through. A conversion by the path of a
 * template counts as that conversion, unless the pattern names this very path.
 */
function matches(pattern: Pattern, method: string, segments: readonly string[]): boolean {
  const conversion = conversionOf(method, segments);
  if (conversion === undefined) return matchesPath(pattern, method, segments);
  const namesIt = pattern.segments.at(-1) !== '*' && matchesPath(pattern, method, segments);
  return namesIt || matchesPath(pattern, method, conversion);
}

function matchesPath(pattern: Pattern, method: string, segments: readonly string[]): boolean {
  if (pattern.method !== '*' && pattern.method !== method) return false;
  const open = pattern.segments.at(-1) === '*';
  if (segments.length < pattern.segments.length) return false;
  if (segments.length > pattern.segments.length && !open) return false;
  // Another pattern that goes on for ever goes beyond one of its length that does not.
  if (!open && segments.at(-1) === '*') return false;
  return pattern.segments.every((segment, at) => segment === '*' || segment === segments[at]);
}

const ALWAYS_ALLOWED = ALWAYS.map(patternOf);
