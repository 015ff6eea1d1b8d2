import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { acceptedCoding, type Coding } from './accept-encoding.ts';

/** A shorter answer fits into one packet as it is. */
const LEAST = 1_024;

const TEXT = /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|javascript|xml)\b|image\/svg\+xml)/;

/**
 * Every text that is answered in one piece is compressed as the client accepts it (RFC 9110, section 12.5.3), and what is
 * read has an entity tag, by which it is answered 304 while it is the same. Bytes that are compressed already, and what is
 * sent while it is made, pass as they are.
 *
 * Not compressed, since the length of a compressed text tells about a secret beside words of an attacker (BREACH): answers
 * that hold a secret, and answers to a browser with a cookie that another site sent here.
 */
export function encodeAnswers(app: FastifyInstance): void {
  const encode: onSendAsyncHookHandler = async (request, reply, payload) => {
    const body = bytesOf(payload);
    if (!body || !isText(reply) || ![200, 201].includes(reply.statusCode)) return payload;
    if (request.routeOptions.config.endpoint?.answer.shownOnce || AS_IT_IS.has(reply)) return payload;
    reply.header('vary', withField(reply.getHeader('vary'), 'accept-encoding'));
    if (isUnchanged(request, reply, body)) return notModified(reply);
    const coding = body.length < LEAST || isFromElsewhere(request) ? undefined : acceptedCoding(request.headers);
    return coding ? await encoded(reply, body, coding) : payload;
  };
  // Among the hooks of a route, which run after those of its scope: what is kept for a repeated request is not encoded.
  // Before its own, of which one takes the body off the answer to HEAD.
  app.addHook('onRoute', (route) => {
    route.onSend = [encode, ...[route.onSend ?? []].flat()];
  });
}

const AS_IT_IS = new WeakSet<FastifyReply>();

/** Has an answer sent as it is, such as base64 of what is compressed already. */
export function sendAsItIs(reply: FastifyReply): void {
  AS_IT_IS.add(reply);
}

function bytesOf(payload: unknown): Uint8Array | undefined {
  if (payload instanceof Uint8Array) return payload;
  return typeof payload === 'string' ? Buffer.from(payload) : undefined;
}

const isText = (reply: FastifyReply): boolean => TEXT.test(String(reply.getHeader('content-type') ?? ''));

/** Whether a browser came with a cookie, and not from a page of this service. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined && !['same-origin', 'none'].includes(String(headers['sec-fetch-site']));

/** Gives the answer to a read its entity tag: weak, since it is the same however the answer is encoded. */
function isUnchanged({ method, headers }: FastifyRequest, reply: FastifyReply, body: Uint8Array): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || reply.statusCode !== 200) return false;
  const tag = kept(TAGS, body, () => hash('sha256', body, 'base64url').slice(0, 27));
  reply.header('etag', `W/"${tag}"`);
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return known.includes(`"${tag}"`) || known.includes('*');
}

function notModified(reply: FastifyReply): string {
  for (const field of ['content-length', 'content-type', 'content-digest']) reply.removeHeader(field);
  reply.code(304);
  return '';
}

async function encoded(reply: FastifyReply, body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  // What anyone may keep stays the same: it is worth the time, and compressed once.
  const isLasting = String(reply.getHeader('cache-control') ?? '').startsWith('public');
  const bytes = isLasting
    ? await kept(LASTING[coding], body, () => COMPRESS[coding](body, { thorough: true }))
    : await COMPRESS[coding](body, { thorough: false });
  if (bytes.length >= body.length) return body;
  reply.headers({ 'content-encoding': coding, 'content-length': String(bytes.length) });
  const digest = reply.getHeader('content-digest');
  if (digest !== undefined) {
    // RFC 9530, section 2: of the content, with its coding. Clients that decode before they look need the other one
    // (draft-ietf-httpbis-unencoded-digest).
    reply.headers({
      'content-digest': `sha-256=:${hash('sha256', bytes, 'base64')}:`,
      'unencoded-digest': digest,
    });
  }
  return bytes;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const COMPRESS: Readonly<
  Record<Coding, (body: Uint8Array, options: { readonly thorough: boolean }) => Promise<Uint8Array>>
> = {
  br: (body, { thorough }) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: thorough ? 9 : 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, { thorough }) => zip(body, { level: thorough ? 9 : 6 }),
};

const TAGS = new WeakMap<Uint8Array, string>();
const LASTING: Readonly<Record<Coding, WeakMap<Uint8Array, Promise<Uint8Array>>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
};

function kept<T>(known: WeakMap<Uint8Array, T>, body: Uint8Array, make: () => T): T {
  const value = known.get(body) ?? make();
  known.set(body, value);
  return value;
}

/** A list of fields of a request with one more. */
function withField(list: unknown, field: string): string {
  const fields = String(list ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase());
  return [...new Set([...fields, field])].filter((each) => each !== '').join(', ');
}
