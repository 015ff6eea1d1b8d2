import { hash, randomUUID } from 'node:crypto';
import type { ConversionResult, OutputResult, PageResult, SeveralResults, Timings } from '@platen/engine';
import type { FastifyReply } from 'fastify';
import { sendAsItIs } from '../http/encode-answers.ts';
import type { AnswerFields, SeveralAnswerFields } from './answer-fields.ts';
import { contentDisposition, distinctFileNames, fileName } from './download-name.ts';

/** Answers with one result, in the form that the request asked for. */
export function sendResult(reply: FastifyReply, result: ConversionResult, fields: AnswerFields): FastifyReply {
  const { download_name: name, response_type: type = fields.encode ? 'base64' : 'binary' } = fields;
  reply.headers({ ...pageHeaders(result), ...outputHeaders(result) });
  // Base64 of what is compressed already would not get smaller than that.
  if (type !== 'binary' && !isText(result)) sendAsItIs(reply);
  if (type === 'json') return sendJson(reply, { ...outputJson(result, name), ...pageJson(result) });
  reply.header('content-disposition', contentDisposition(result.format, name));
  if (type === 'binary') return sendBytes(reply, result.contentType, result.bytes);
  const text = Buffer.from(Buffer.from(result.bytes).toString('base64'), 'latin1');
  return sendBytes(reply, 'text/plain; charset=us-ascii', text);
}

/** Answers with several results of one page. */
export function sendResults(reply: FastifyReply, results: SeveralResults, fields: SeveralAnswerFields): FastifyReply {
  const { download_name: name, response_type: type } = fields;
  const { outputs, ...page } = results;
  const names = distinctFileNames(
    outputs.map(({ format }) => format),
    name,
  );
  reply.headers(pageHeaders(page));
  if (type === 'json') {
    if (!outputs.every(isText)) sendAsItIs(reply);
    return sendJson(reply, {
      ...pageJson(page),
      outputs: outputs.map((output, index) => outputJson(output, names[index])),
    });
  }
  // Random, so that no document can hold it.
  const boundary = `platen-${randomUUID()}`;
  return sendBytes(reply, `multipart/mixed; boundary=${boundary}`, multipart(outputs, boundary, names));
}

function sendBytes(reply: FastifyReply, contentType: string, bytes: Uint8Array): FastifyReply {
  return reply
    .code(200)
    .headers({
      'content-type': contentType,
      'content-length': String(bytes.byteLength),
      'cache-control': 'no-store',
      'content-digest': digest(bytes),
    })
    .send(bytes);
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return sendBytes(reply, 'application/json', Buffer.from(JSON.stringify({ success: true, ...body })));
}

/** RFC 9530, section 2. */
const digest = (bytes: Uint8Array): string => `sha-256=:${hash('sha256', bytes, 'base64')}:`;

function outputHeaders({ pages, contentMode }: OutputResult): Record<string, string> {
  return {
    ...(pages === undefined ? {} : { 'x-pages': String(pages) }),
    ...(contentMode === undefined ? {} : { 'x-content-mode': contentMode }),
  };
}

function pageHeaders({ sourceStatus, warnings, timings }: PageResult): Record<string, string> {
  return {
    'x-response-duration': String(Math.round(timings.load)),
    'x-render-duration': String(renderDuration(timings)),
    'x-warnings': warningsHeader(warnings.map(({ code }) => code)),
    ...(sourceStatus === undefined ? {} : { 'x-response-status-code': String(sourceStatus) }),
  };
}

function outputJson(
  { format, contentType, bytes, pages, contentMode, details }: OutputResult,
  name: string | undefined,
) {
  const isBase64 = !isText({ format });
  return {
    format,
    content_type: contentType,
    filename: fileName(format, name),
    filesize: bytes.byteLength,
    encoding: isBase64 ? 'base64' : 'utf-8',
    content: Buffer.from(bytes).toString(isBase64 ? 'base64' : 'utf8'),
    ...(pages === undefined ? {} : { pdf_pages: pages }),
    ...(contentMode === undefined ? {} : { content_mode: contentMode }),
    ...details,
  };
}

function pageJson({ sourceStatus, warnings, timings }: PageResult) {
  const duration = Math.round(timings.load);
  return {
    duration: renderDuration(timings),
    response: { duration, ...(sourceStatus === undefined ? {} : { 'status-code': sourceStatus }) },
    warnings,
  };
}

function multipart(outputs: readonly OutputResult[], boundary: string, names: readonly string[]): Buffer {
  const parts = outputs.flatMap((output, index) => {
    const headers = {
      'content-type': output.contentType,
      'content-disposition': contentDisposition(output.format, names[index]),
      'content-digest': digest(output.bytes),
      ...outputHeaders(output),
    };
    const lines = Object.entries(headers).map(([field, value]) => `${field}: ${value}\r\n`);
    return [Buffer.from(`--${boundary}\r\n${lines.join('')}\r\n`, 'latin1'), output.bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

const isText = ({ format }: Pick<OutputResult, 'format'>): boolean => format === 'text' || format === 'markdown';

const renderDuration = ({ load, ready, render, finish }: Timings): number => Math.round(load + ready + render + finish);

/** The number of warnings, then each code once: `0`, or `3; resource_failed, script_error`. */
function warningsHeader(codes: readonly string[]): string {
  return codes.length === 0 ? '0' : `${codes.length}; ${[...new Set(codes)].join(', ')}`;
}
