import type { z } from 'zod';
import { EngineError, type EngineErrorCode, type EngineIssue } from './errors.ts';
import { checkSourceUrl } from './input/url.ts';
import { nearestName } from './nearest.ts';
import { parsePaper } from './pdf/paper.ts';
import { type ConversionRequest, conversionRequest, IMAGE_OPTIONS, PDF_OPTIONS } from './request.ts';

/** What is to be converted, after the forms that a request may give it in have been told apart. */
export type Input =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'html';
      readonly html: string;
      readonly baseUrl?: string;
      readonly data?: Record<string, unknown>;
    };

export interface ValidRequest {
  readonly input: Input;
  readonly options: ConversionRequest;
  /** Options that were given although they have no effect on this kind of output. */
  readonly ignored: readonly string[];
}

/**
 * Checks a request.
 * @param body the request as it was received: anything
 * @param kind the kind of output it is for
 * @throws EngineError `invalid_request`, `unknown_field`, `exactly_one_input` or `unsupported_scheme`, with a pointer
 *   to each field at fault
 */
export function validateRequest(body: unknown, kind: 'pdf' | 'image'): ValidRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw fault(
      'invalid_request',
      '',
      'The request has to be a JSON object such as {"source": {"html": "<p>Hello</p>"}}.',
    );
  }
  const parsed = conversionRequest.safeParse(body);
  if (!parsed.success) throw fromIssues(parsed.error.issues.map(innermost));
  const options = parsed.data;
  checkContradictions(options);
  const input = readInput(options);
  const foreign = new Set(kind === 'pdf' ? IMAGE_OPTIONS : PDF_OPTIONS);
  const ignored = Object.keys(body).filter((field) => foreign.has(field));
  if (input.kind === 'html' && input.baseUrl === undefined) {
    // Without an address there is no origin that they could be for.
    for (const field of ['http_headers', 'cookies', 'auth', 'allow_error_status'] as const) {
      if (Object.hasOwn(body, field)) ignored.push(field);
    }
  }
  return { input, options, ignored };
}

function readInput({ source, data }: ConversionRequest): Input {
  const one = 'Give exactly one of "source.url" and "source.html"; "data" belongs to HTML only.';
  if (source === undefined) throw fault('exactly_one_input', '/source', one);
  const given =
    typeof source === 'string'
      ? /^https?:\/\//i.test(source.trimStart())
        ? { url: source.trim() }
        : { html: source }
      : source;
  if ((given.url === undefined) === (given.html === undefined)) throw fault('exactly_one_input', '/source', one);
  const pointer = typeof source === 'string' ? '/source' : '/source/url';
  if (given.url !== undefined) {
    if (data !== undefined) throw fault('exactly_one_input', '/data', one);
    if ('base_url' in given && given.base_url !== undefined) {
      throw fault('invalid_request', '/source/base_url', '"base_url" belongs to "source.html"; a URL is its own base.');
    }
    return { kind: 'url', url: checkSourceUrl(given.url, pointer) };
  }
  const html = given.html as string;
  const baseUrl =
    'base_url' in given && given.base_url !== undefined
      ? checkSourceUrl(given.base_url, '/source/base_url')
      : undefined;
  return { kind: 'html', html, ...(baseUrl === undefined ? {} : { baseUrl }), ...(data === undefined ? {} : { data }) };
}

function checkContradictions(options: ConversionRequest): void {
  const { media, use_print: usePrint, format, width, height, landscape, dpi, viewport } = options;
  if (usePrint !== undefined && media !== undefined && usePrint !== (media === 'print')) {
    throw fault('invalid_request', '/use_print', '"use_print" contradicts "media". Give one of them.');
  }
  if ((width === undefined) !== (height === undefined)) {
    throw fault(
      'invalid_request',
      width === undefined ? '/width' : '/height',
      '"width" and "height" go together. Give both, or "format".',
    );
  }
  if (format !== undefined && width !== undefined) {
    throw fault(
      'invalid_request',
      '/format',
      '"format" and "width" with "height" are two ways to name the paper. Give one of them.',
    );
  }
  if (landscape && format !== undefined && parsePaper(format)?.height === 'auto') {
    throw fault(
      'invalid_request',
      '/landscape',
      'Paper that is as tall as its content cannot be turned. Leave out "landscape" or give a height.',
    );
  }
  const scale = typeof viewport === 'object' ? viewport.device_scale_factor : undefined;
  if (scale !== undefined && dpi !== undefined && scale !== dpi) {
    throw fault('invalid_request', '/dpi', '"dpi" contradicts "viewport.device_scale_factor". Give one of them.');
  }
  if (options.omit_background !== undefined && options.transparent && !options.omit_background) {
    throw fault(
      'invalid_request',
      '/omit_background',
      '"omit_background" contradicts "transparent". Give one of them.',
    );
  }
  const areas = [
    options.fullpage && 'fullpage',
    options.css_selector !== undefined && 'css_selector',
    options.clip && 'clip',
  ].filter(Boolean);
  if (areas.length > 1) {
    throw fault('invalid_request', `/${areas[1]}`, 'Give at most one of "fullpage", "css_selector" and "clip".');
  }
}

function fault(code: EngineErrorCode, pointer: string, detail: string): EngineError {
  return new EngineError(code, detail, { pointer, issues: [{ pointer, code, detail }] });
}

type Issue = z.core.$ZodIssue;

/** The most telling issue of a union: that of the branch whose type the value has. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.filter(
    (branch) => !branch.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
  );
  const branch = (branches.length > 0 ? branches : issue.errors).at(-1);
  const first = branch?.[0];
  if (!first || (branches.length === 0 && issue.errors.length > 1)) return issue;
  return innermost({ ...first, path: [...issue.path, ...first.path] } as Issue);
}

function fromIssues(issues: readonly Issue[]): EngineError {
  const details = issues.flatMap((issue) => describe(issue)).slice(0, 20);
  const first = details[0] as EngineIssue;
  const code = details.every((detail) => detail.code === 'unknown_field') ? 'unknown_field' : 'invalid_request';
  return new EngineError(code, first.detail, { pointer: first.pointer, issues: details });
}

function describe(issue: Issue): EngineIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = knownFields(issue.path);
      const nearest = nearestName(key, known);
      const remedy = nearest ? ` Did you mean "${nearest}"?` : ' Remove it.';
      return {
        pointer: pointerTo([...issue.path, key]),
        code: 'unknown_field',
        detail: `The field "${key.slice(0, 64)}" is not known.${remedy}`,
      };
    });
  }
  const field = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The request';
  return [{ pointer: pointerTo(issue.path), code: 'invalid_request', detail: `${field} ${reason(issue)}.` }];
}

function reason(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `has to be ${article(issue.expected)}`;
    case 'too_small':
      return `has to be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'too_big':
      return `has to be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'invalid_value':
      return `has to be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_key':
      return issue.issues[0]
        ? reason({ ...issue.issues[0], path: issue.path } as Issue)
        : 'has a name that is not allowed';
    case 'invalid_union':
      return 'has a type or form that is not accepted; see the reference';
    default:
      return issue.message.startsWith('must') || issue.message.startsWith('cannot') ? issue.message : 'is not valid';
  }
}

const article = (type: string) =>
  type === 'record' || /^[aeiou]/.test(type) ? `an ${type.replace('record', 'object')}` : `a ${type}`;

/** Names that are known beside an unknown one. */
function knownFields(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = conversionRequest;
  for (const key of path) {
    // An array's element is unwrapped together with the array.
    if (typeof key === 'number') continue;
    schema = objectWithin((schema as { shape?: Record<PropertyKey, unknown> } | undefined)?.shape?.[key]);
  }
  return Object.keys((objectWithin(schema) as { shape?: object } | undefined)?.shape ?? {});
}

/** The object schema inside optional, default, array and union wrappers. */
function objectWithin(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { def, shape } = schema as {
    def?: { innerType?: unknown; element?: unknown; options?: unknown[] };
    shape?: object;
  };
  if (shape) return schema;
  if (def?.innerType) return objectWithin(def.innerType);
  if (def?.element) return objectWithin(def.element);
  return def?.options?.map(objectWithin).find((option) => (option as { shape?: object } | undefined)?.shape);
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
