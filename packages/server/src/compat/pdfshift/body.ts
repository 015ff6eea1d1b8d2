import { parseLength } from '@platen/engine';
import { ApiError } from '../../errors.ts';
import { invalidField } from '../../http/valid.ts';

/** The formats that PDFShift names in its paths. */
export type PdfShiftFormat = 'pdf' | 'png' | 'jpeg' | 'webp';

type Fields = Readonly<Record<string, unknown>>;

/** What a side of the margin is if others are given, in CSS pixels. */
const MARGIN = 48;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
/** Documents of one request. */
const MOST_SOURCES = 50;

/**
 * A request to PDFShift's `/v3/convert/…` as one of ours. What it has no name for stays as it is, so that the fields of
 * `/v1` may be used beside its own.
 * @throws ApiError `not_supported` for what is not done here, `storage_forbidden`, `invalid_request`
 */
export function requestOf(json: unknown, format: PdfShiftFormat): unknown {
  if (!isFields(json)) return json;
  refuseUnsupported(json);
  const { raise_for_status: raise, timeout, is_hipaa: _hipaa, is_gdpr: _gdpr, log_request: _log, ...fields } = json;
  return {
    ...fields,
    ...statusOf(fields, raise),
    ...(Array.isArray(fields.cookies) ? { cookies: fields.cookies.map(cookieOf) } : {}),
    ...keptShortly(json),
    // Zero: no limit of its own.
    ...(timeout === 0 ? {} : { timeout }),
    ...(format === 'pdf' ? pdfFields(fields) : { target_format: format }),
  };
}

/**
 * The requests of one that has a list of documents; undefined if it has one document.
 * @throws ApiError `invalid_request` for a list without a webhook, and for one that is empty or too long
 */
export function requestsOf(json: unknown): readonly Fields[] | undefined {
  if (!isFields(json) || !Array.isArray(json.source)) return undefined;
  const sources: readonly unknown[] = json.source;
  if (sources.length === 0 || sources.length > MOST_SOURCES)
    throw invalidField('/source', `"source" must have 1 to ${MOST_SOURCES} documents; POST /v1/batches takes 10,000.`);
  if (json.webhook === undefined || json.webhook === null)
    throw invalidField('/webhook', 'With several documents in "source", "webhook" says where their results are sent.');
  return sources.map((source) => ({ ...json, source }));
}

const isFields = (json: unknown): json is Fields => typeof json === 'object' && json !== null && !Array.isArray(json);
const isText = (value: unknown): value is string => typeof value === 'string';

/** Seconds that a result is kept at least. */
const SHORTEST = 60;
/** Fields that send results to the customer's own place. */
const DESTINATIONS = ['s3_destination', 'presigned_url', 'destination'];
const SWITCHES = ['is_hipaa', 'is_gdpr', 'log_request', 'raise_for_status'] as const;

function refuseUnsupported(json: Fields): void {
  // A promise that is written in another way must not be taken for none.
  for (const name of SWITCHES) {
    const value = json[name];
    if (value !== undefined && value !== null && typeof value !== 'boolean')
      throw invalidField(`/${name}`, `"${name}" has to be true or false.`);
  }
  if (json.log_request === true)
    throw notSupported('/log_request', 'Requests are never kept with their content. Leave out "log_request".');
  if (json.is_hipaa !== true && json.is_gdpr !== true) return;
  const isGiven = (name: string) => json[name] !== undefined && json[name] !== null;
  // There, a bucket of the customer's own makes both right.
  if (DESTINATIONS.some(isGiven)) return;
  const stored = ['filename', 'webhook'].find(isGiven);
  if (stored === undefined) return;
  const detail = `With "is_hipaa" or "is_gdpr" nothing may be stored here, which "${stored}" asks for. Leave it out, or name a destination of your own.`;
  throw new ApiError('storage_forbidden', {
    detail,
    issues: [{ pointer: `/${stored}`, code: 'storage_forbidden', detail }],
  });
}

/** What may not be stored here is removed a minute after it has arrived. */
function keptShortly({ is_hipaa, is_gdpr, expires_in, ...json }: Fields): Fields {
  const sent = DESTINATIONS.some((name) => json[name] !== undefined && json[name] !== null);
  return sent && (is_hipaa === true || is_gdpr === true) ? { expires_in: expires_in ?? SHORTEST } : {};
}

function notSupported(pointer: string, detail: string): ApiError {
  return new ApiError('not_supported', { detail, issues: [{ pointer, code: 'not_supported', detail }] });
}

/** There a page that answers with an error is converted, unless told otherwise. */
function statusOf({ source }: Fields, raise: unknown): Fields {
  if (!isText(source) || !/^\s*https?:\/\//i.test(source)) return {};
  return { allow_error_status: raise !== true };
}

/** Their client of Node.js puts each cookie of `addCookie` into an object of its own, as its member "0". */
function cookieOf(cookie: unknown): unknown {
  return isFields(cookie) && isFields(cookie['0']) && Object.keys(cookie).length === 1 ? cookie['0'] : cookie;
}

const POINTS_PER_PIXEL = 72 / 96;
/** A length such as "100px", which they take beside a number, in points. */
function pointsOf(offset: unknown): unknown {
  const pixels = isText(offset) && /\d/.test(offset) ? parseLength(offset) : undefined;
  return pixels === undefined ? offset : pixels * POINTS_PER_PIXEL;
}

function watermarkOf(watermark: Fields): Fields {
  const { offset_x: x, offset_y: y } = watermark;
  return {
    ...watermark,
    ...(x === undefined ? {} : { offset_x: pointsOf(x) }),
    ...(y === undefined ? {} : { offset_y: pointsOf(y) }),
  };
}

function pdfFields({ margin, protection, metadata, header, footer, watermark }: Fields): Fields {
  const { author, encryption: _weaker, ...protecting } = isFields(protection) ? protection : {};
  if (author !== undefined && author !== null && !isText(author))
    throw invalidField('/protection/author', '"protection.author" has to be text.');
  return {
    ...(isFields(margin) ? { margin: { ...Object.fromEntries(SIDES.map((side) => [side, MARGIN])), ...margin } } : {}),
    ...(isFields(protection) ? { protection: protecting } : {}),
    ...(isText(author) ? { metadata: { author, ...(isFields(metadata) ? metadata : {}) } } : {}),
    ...(isFields(header) ? { header: withHeight(header) } : {}),
    ...(isFields(footer) ? { footer: withHeight(footer) } : {}),
    ...(isFields(watermark) ? { watermark: watermarkOf(watermark) } : {}),
  };
}

/** Older clients call the height `spacing`. */
function withHeight({ spacing, ...fields }: Fields): Fields {
  return spacing === undefined || spacing === null ? fields : { height: spacing, ...fields };
}
