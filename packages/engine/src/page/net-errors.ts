import type { EgressJob } from '../egress/job.ts';
import { EngineError } from '../errors.ts';
import type { DocumentFailure, DocumentResponse } from './navigation.ts';

/** Where the fault of a document is reported. */
export interface SourceContext {
  readonly pointer: string;
  readonly egress: EgressJob;
}

/** One answer for a private address, a name that does not resolve and a closed port: no port scanner. */
export function notAllowed(pointer: string): EngineError {
  const detail =
    'The address cannot be reached from here: its host does not resolve, is not public, or its port is not allowed. Whoever runs Platen can allow it: PLATEN_EGRESS_ALLOW.';
  return new EngineError('url_not_allowed', detail, { pointer });
}

/** What a failed load of the main document means for the caller. */
export function fromFailure({ url, error }: DocumentFailure, { pointer, egress }: SourceContext): EngineError {
  if (isRefused(url, egress)) return notAllowed(pointer);
  const name = error.replace(/^net::/, '');
  if (name === 'ERR_TOO_MANY_REDIRECTS') {
    return new EngineError('too_many_redirects', 'The source redirects in a circle or too often.', { pointer });
  }
  if (/^ERR_(?:CERT|SSL|BAD_SSL)_/.test(name) || name === 'ERR_CERTIFICATE_TRANSPARENCY_REQUIRED') {
    return new EngineError('tls_error', 'The certificate or the encryption of the source is not valid.', { pointer });
  }
  if (
    /^ERR_(?:UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|INVALID_URL|UNSAFE_PORT|BLOCKED_BY_CLIENT|INVALID_REDIRECT)$/.test(
      name,
    )
  ) {
    return notAllowed(pointer);
  }
  if (name === 'ERR_INVALID_RESPONSE' || name === 'ERR_ABORTED') {
    return notADocument(pointer);
  }
  if (/^ERR_(?:CONTENT_|INCOMPLETE_)/.test(name) || egress.cutCount > 0) {
    const detail =
      'The document broke off before its end: it is damaged, larger than can be loaded, or was not sent whole.';
    return new EngineError('source_unreachable', detail, { pointer });
  }
  if (name === 'ERR_TIMED_OUT' || name === 'ERR_CONNECTION_TIMED_OUT') return sourceTimeout(pointer);
  return new EngineError('source_unreachable', 'The source closed the connection or did not answer with HTTP.', {
    pointer,
  });
}

function notADocument(pointer: string): EngineError {
  return new EngineError('unsupported_content_type', 'The source answered with a download or without a document.', {
    pointer,
  });
}

export function sourceTimeout(pointer: string): EngineError {
  return new EngineError(
    'source_timeout',
    'The source did not answer within the time for loading. Try again, or give a longer "timeout".',
    { pointer },
  );
}

/** Media types of pages: HTML, and drawings, which hold text and styles too. Plain text is none, although Chromium shows it. */
const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml']);
/** Media types that a page may have, or anything else that is written in XML: a feed, data. */
const XML_TYPES = new Set(['text/xml', 'application/xml']);

/** The type that the source names, or else the one that its first bytes look like. */
function typeOf({ headers, mimeType }: DocumentResponse): string {
  const named = (headers['content-type'] ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(named) ? named : mimeType;
}

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

/** Whether only its root element tells what a document is. */
export const isXml = (response: DocumentResponse): boolean => XML_TYPES.has(typeOf(response));

const nameOf = (response: DocumentResponse): string => {
  const found = typeOf(response);
  return MEDIA_TYPE.test(found) ? found : 'an unknown type';
};

function isDownload(response: DocumentResponse, pointer: string): EngineError {
  const detail = `The source answered with a download of ${nameOf(response)}, which no browser shows as a page.`;
  return new EngineError('unsupported_content_type', detail, { pointer });
}

export function notAPage(response: DocumentResponse, pointer: string): EngineError {
  const type = nameOf(response);
  return new EngineError(
    'unsupported_content_type',
    `The source answered with ${type}, which is neither an HTML page nor an SVG drawing.`,
    {
      pointer,
    },
  );
}

export interface ResponseRules extends SourceContext {
  readonly allowErrorStatus: boolean;
}

/** @throws EngineError when the main document is not one that may be converted */
export function checkResponse(response: DocumentResponse, { pointer, egress, allowErrorStatus }: ResponseRules): void {
  const verdict = response.url.startsWith('http:') ? response.headers['x-platen-egress'] : undefined;
  if (verdict === 'refused') throw notAllowed(pointer);
  if (verdict === 'failed') {
    if (isRefused(response.url, egress)) throw notAllowed(pointer);
    throw new EngineError('source_unreachable', 'The source closed the connection or did not answer with HTTP.', {
      pointer,
    });
  }
  const { status } = response;
  if (status >= 400 && !allowErrorStatus) {
    const detail = `The source answered with status ${status}. Correct the address, or let "allow_error_status" have the error page converted.`;
    throw new EngineError('source_status', detail, { pointer, sourceStatus: status });
  }
  const disposition = response.headers['content-disposition'] ?? '';
  if (/^\s*attachment\b/i.test(disposition)) throw isDownload(response, pointer);
  if (!PAGE_TYPES.has(typeOf(response)) && !isXml(response)) throw notAPage(response, pointer);
}

function isRefused(url: string, egress: EgressJob): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, port, protocol } = new URL(url);
  return egress.refusedFor(hostname, Number(port) || (protocol === 'https:' ? 443 : 80));
}
