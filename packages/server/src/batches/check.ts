import { type EngineIssue, kindOf, type OutputFormat, type SourceFile } from '@platen/engine';
import type { Asker } from '../access/asker.ts';
import type { Caller } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { allows, lackedScope } from '../access/scopes.ts';
import { CONVERSION_ENDPOINTS } from '../conversions/endpoints.ts';
import type { Conversions, PreparedConversion } from '../conversions/service.ts';
import { ApiError, toApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import type { ItemPlace, ReadItems } from './items.ts';
import { bodyOfItem, dataOf, type SharedBody } from './payload.ts';
import type { BatchItem, BatchRequest } from './schema.ts';

/** Options that stand beside `options`, or that mean nothing for an item. */
const NO_OPTIONS = [
  'source',
  'template_id',
  'data',
  'tag',
  'sandbox',
  'expires_in',
  'download_name',
  'target_format',
  'outputs',
  'async',
  'filename',
  'on_timeout',
  'response_type',
  'encode',
  'webhook',
  // One file has one of these.
  's3_destination',
  'presigned_url',
];
/** Fields of the request of a conversion that a batch has itself. */
const OWN = ['source', 'template_id', 'data', 'tag', 'sandbox', 'expires_in', 'download_name'];
/** Print variables and counters of pages, as they stand in a header, a footer or a style sheet. */
const PAGE_NUMBERS = /\{\{-?\s*(?:page|total)\b|\b(?:pageNumber|totalPages)\b|\bcounters?\(\s*pages?\b/;

/** What all items share, as the conversion of each takes it. */
export function sharedBody(request: BatchRequest): SharedBody {
  const { template_id, source, options = {}, format, tag, sandbox, expires_in, data, download_name } = request;
  refuseOptions(options, '/options', request);
  const isImage = kindOf(format) === 'image';
  const fields = { template_id, source, ...options, tag, sandbox, expires_in };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    fields: { ...Object.fromEntries(given), ...(isImage ? { target_format: format } : {}) },
    data,
    name: download_name,
    numbering: request.page_numbering ?? 'item',
  };
}

function refuseOptions(
  options: Readonly<Record<string, unknown>>,
  pointer: string,
  { result, page_numbering }: BatchRequest,
): void {
  for (const name of NO_OPTIONS) {
    if (Object.hasOwn(options, name)) throw invalidField(`${pointer}/${name}`, `"${name}" is no option of an item.`);
  }
  if (result !== 'merged') return;
  if (options.protection !== undefined && options.protection !== null) {
    throw invalidField(`${pointer}/protection`, 'Leave out "protection": protected files cannot be merged.');
  }
  if (options.forms === true) {
    throw invalidField(`${pointer}/forms`, 'Leave out "forms": files with form fields cannot be merged.');
  }
  const printed = JSON.stringify([options.header, options.footer, options.css]);
  if (page_numbering === 'whole' && PAGE_NUMBERS.test(printed)) throw numbersBegin(`${pointer}`);
}

/** What is wrong with how the parts of a request go together. */
export function checkTogether(request: BatchRequest): void {
  const { result, format, page_numbering, source, destination } = request;
  if (result === 'separate' && destination !== undefined)
    throw invalidField(
      '/destination',
      'There is no one file of them: use "options.destination", or ask for "zip" or "merged".',
    );
  if (result === 'merged' && format !== 'pdf') throw invalidField('/result', 'Only PDFs can be merged.');
  if (result !== 'merged' && page_numbering !== undefined) {
    throw invalidField('/page_numbering', 'Leave out "page_numbering": it is of "result": "merged".');
  }
  if (page_numbering === 'whole' && PAGE_NUMBERS.test(JSON.stringify(source ?? ''))) throw numbersBegin('/source');
}

function numbersBegin(place: string): ApiError {
  return invalidField(
    '/page_numbering',
    `Page numbers are printed with each item and begin anew with it: take them out of "${place}", or leave out "page_numbering".`,
  );
}

/**
 * Checks what all items share, once, and options that items have of their own, once for each that differs.
 * @throws ApiError that names the item and the field
 */
export async function checkItems(
  conversions: Conversions,
  {
    asker,
    request,
    shared,
    read,
  }: {
    readonly asker: Asker;
    readonly request: BatchRequest;
    readonly shared: SharedBody;
    readonly read: ReadItems;
  },
): Promise<PreparedConversion> {
  const { items, place, files } = read;
  const kind = kindOf(request.format);
  const prepare = async (item: BatchItem) => {
    const body = bodyOfItem(shared, item, item.download_name);
    const prepared = await conversions.prepare({ asker, kind, body: { json: body, files } });
    refusePageNumbers(request, prepared);
    refuseUnmergeable(request, prepared);
    return prepared;
  };
  const withData = items.find((item) => dataOf(shared, item) !== undefined);
  const first = await pointed(sharedPlace, () => prepare(withData ? { data: withData.data ?? {} } : {}));
  await checkName(conversions, { asker, shared, item: items[0] as BatchItem, files });
  const checked = new Set<string>();
  for (const [position, item] of items.entries()) {
    if (item.options === undefined && item.download_name === undefined) continue;
    const at = place(position);
    if (item.options) refuseOptions(item.options, `${at.pointer}${at.exact ? '/options' : ''}`, request);
    const key = JSON.stringify([item.options, item.download_name === undefined]);
    if (checked.has(key)) continue;
    checked.add(key);
    await pointed(itemPlace(at), () => prepare(item));
  }
  return first;
}

/** Where the field of a conversion stands in the request, and what is said before the fault. */
export interface Placed {
  readonly name?: string;
  pointer(own: string): string;
}

const sharedPlace: Placed = {
  pointer: (own) => (own === '' || OWN.includes(own.split('/')[1] ?? '') ? own : `/options${own}`),
};

const itemPlace = ({ pointer, exact, name }: ItemPlace): Placed => ({
  name,
  pointer: (own) => (exact ? `${pointer}${sharedPlace.pointer(own)}` : pointer),
});

/** Runs a check of one conversion; its faults are told at their place in the request. */
export async function pointed<Value>({ name, pointer }: Placed, check: () => Promise<Value>): Promise<Value> {
  try {
    return await check();
  } catch (error) {
    const { code, message, issues } = toApiError(error);
    const before = name === undefined ? '' : `${name}: `;
    const moved = issues.map(
      (issue): EngineIssue => ({
        ...issue,
        pointer: pointer(issue.pointer),
        detail: before + issue.detail,
      }),
    );
    throw new ApiError(code, { detail: before + message, issues: moved });
  }
}

/** The name that is made of the first item's data shows whether the template of names is one. */
async function checkName(
  { engine }: Conversions,
  {
    asker,
    shared,
    item,
  }: {
    readonly asker: Asker;
    readonly shared: SharedBody;
    readonly item: BatchItem;
    readonly files: readonly SourceFile[];
  },
): Promise<void> {
  if (shared.name === undefined) return;
  const { errors } = await engine.checkTemplate(
    { template: shared.name, escape: 'none', data: dataOf(shared, item) },
    { group: asker.caller.organisationId },
  );
  const [fault] = errors;
  if (fault) throw invalidField('/download_name', `The template of the name cannot be rendered: ${fault.message}`);
}

/** The request itself asks for none by now, so that it is the template that does. */
export function refuseUnmergeable(
  { result }: Pick<BatchRequest, 'result'>,
  { isProtected, hasForms }: PreparedConversion,
): void {
  if (result !== 'merged' || !(isProtected || hasForms)) return;
  const why = isProtected
    ? 'protects its PDFs, and protected files'
    : 'makes form fields in its PDFs, and files with form fields';
  throw invalidField(
    '/template_id',
    `The template ${why} cannot be merged. Ask for "zip", or use a template without it.`,
  );
}

export function refusePageNumbers(
  { page_numbering }: Pick<BatchRequest, 'page_numbering'>,
  { printed }: PreparedConversion,
): void {
  if (page_numbering === 'whole' && PAGE_NUMBERS.test(printed)) throw numbersBegin('/header');
}

/** A key also needs the scope of the conversion that it asks for. */
export async function refuseBeyondScope(
  caller: Caller,
  { format, denials, route }: { readonly format: OutputFormat; readonly denials: DenialRecord; readonly route: string },
): Promise<void> {
  if (caller.kind !== 'key') return;
  const path = `/v1/convert/${kindOf(format)}`;
  const endpoint = CONVERSION_ENDPOINTS.find((each) => each.path === path);
  if (!endpoint || allows(caller.scopes, endpoint)) return;
  const scope = lackedScope(endpoint);
  await denials.record(caller, { reason: 'scope', method: 'POST', route, target: scope });
  throw new ApiError('insufficient_scope', { detail: `The key lacks the scope "${scope}", which the items need.` });
}
