import type { SourceFile } from '@platen/engine';
import { ApiError } from '../../errors.ts';
import type { RequestBody } from '../../http/request-body.ts';
import { BANDS, FORM_FIELDS, PAGE, type Source } from './fields.ts';
import { type Form, missing, refused, unsupported } from './form.ts';
import type { Fields, Kind } from './form-field.ts';
import type { DomainCookie } from './json-fields.ts';
import { withMarkdown } from './markdown.ts';

const INCHES = { width: '8.5in', height: '11in', margin: '0.39in' };
const WINDOW = { width: 800, height: 600 };
/** The function that waits for what `waitForExpression` says. */
const CONDITION = 'platenCondition';

/**
 * A form of Gotenberg's as a request of ours. What is not given has Gotenberg's default.
 * @throws ApiError `invalid_request` for a field in another form, `not_supported` for what is not done here
 */
export function requestOf(form: Form, from: Source, kind: Kind): RequestBody {
  const { cookies, condition, omit, ...fields } = readFields(form, kind);
  for (const name of form.fileFields ?? []) refuseFile(name);
  refuseUnused(form.files, from, kind);
  const { json, files } = sourceOf(form, from);
  return {
    json: {
      ...json,
      ...(kind === 'pdf' ? pdfOf(fields, form, omit === true) : imageOf(fields, omit === true)),
      ...(cookies === undefined ? {} : { cookies: ownCookies(cookies as DomainCookie[], addressOf(form.texts)) }),
      ...(typeof condition === 'string' ? waitingFor(condition) : {}),
    },
    files,
  };
}

/** A file that is not one of the page, such as an attachment, would be left out without a word. */
function refuseFile(name: string): void {
  if (!Object.hasOwn(FORM_FIELDS, name)) return;
  FORM_FIELDS[name]?.read('', name);
  throw refused(name, 'it is not a file.');
}

/** Files that the result has no place for, which Gotenberg leaves out without a word. */
function refuseUnused(files: readonly SourceFile[], from: Source, kind: Kind): void {
  const bands: readonly string[] = Object.values(BANDS);
  for (const { name } of files) {
    if (kind === 'image' && bands.includes(name)) throw unsupported(name, 'an image has no header and no footer.');
    if (from === 'url' && !bands.includes(name)) throw unsupported(name, 'a page at an address has files of its own.');
  }
}

/** What all fields say. One that nobody knows is refused: what a client asks for is never left out without a word. */
function readFields({ texts }: Form, kind: Kind): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const failing: unknown[] = [];
  for (const [name, text] of texts) {
    if (name === 'url' || text === '') continue;
    const field = Object.hasOwn(FORM_FIELDS, name) ? FORM_FIELDS[name] : undefined;
    if (!field) throw unsupported(name.slice(0, 64), 'it is not known here. Leave it out.');
    if (field.kind !== undefined && field.kind !== kind) throw unsupported(name, `it is not for this route.`);
    const { fail_on: fails, ...read } = field.read(text, name);
    if (Array.isArray(fails)) failing.push(...fails);
    Object.assign(fields, read);
  }
  return failing.length > 0 ? { ...fields, fail_on: [...new Set(failing)] } : fields;
}

function sourceOf({ texts, files }: Form, from: Source): { readonly json: Fields; readonly files: SourceFile[] } {
  if (from === 'url') {
    const url = addressOf(texts);
    if (url === undefined) throw missing('field', 'url');
    return { json: { source: { url } }, files: [] };
  }
  const page = textOf(files, PAGE);
  if (page === undefined) throw missing('file', PAGE);
  const names: readonly string[] = [PAGE, ...Object.values(BANDS)];
  const others = files.filter(({ name }) => !names.includes(name));
  if (from === 'html') return { json: { source: { html: page } }, files: others };
  const isMarkdown = ({ name }: SourceFile) => name.toLowerCase().endsWith('.md');
  if (!others.some(isMarkdown)) throw missing('file', '*.md');
  return { json: withMarkdown(page, others), files: others.filter((file) => !isMarkdown(file)) };
}

/** The address of the page, which clients of Gotenberg 6 call `remoteURL`. */
function addressOf(texts: Form['texts']): string | undefined {
  const { url, remoteURL } = Object.fromEntries(texts) as Readonly<Record<string, string>>;
  if (url && remoteURL && url !== remoteURL) throw refused('remoteURL', "it says something else than 'url'.");
  return url || remoteURL || undefined;
}

function textOf(files: readonly SourceFile[], name: string): string | undefined {
  const file = files.find((one) => one.name === name);
  if (!file) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch {
    throw new ApiError('invalid_request', { detail: `Invalid form data: the file '${name}' is not UTF-8.` });
  }
}

function pdfOf(fields: Fields, form: Form, omit: boolean): Fields {
  const { single, width = INCHES.width, height = INCHES.height, format, ...others } = fields;
  if (omit && fields.disable_backgrounds !== false)
    throw refused('omitBackground', 'omitBackground requires printBackground set to true');
  const { margin, protection, ...rest } = grouped(others);
  const sides = { top: INCHES.margin, right: INCHES.margin, bottom: INCHES.margin, left: INCHES.margin };
  return {
    disable_backgrounds: true,
    media: 'print',
    outline: false,
    tagged: false,
    ...rest,
    ...paperOf({ single: single === true, width, height, format }),
    margin: { ...sides, ...margin },
    // There, Chromium is given them as they are, and lets the page have its own.
    prefer_css_page_margin: true,
    ...(protection ? { protection } : {}),
    ...bandsOf(form.files),
  };
}

interface PaperFields {
  readonly single: boolean;
  readonly width: unknown;
  readonly height: unknown;
  readonly format: unknown;
}

function paperOf({ single, width, height, format }: PaperFields): Fields {
  if (single) return { format: format === undefined ? `${width}xauto` : singlePage(String(format)) };
  return format === undefined ? { width, height } : { format };
}

/** Widths of the papers that `paperSize` names, for one page as tall as its content. */
const WIDTHS: Readonly<Record<string, string>> = {
  A3: '297mm',
  A4: '210mm',
  A5: '148mm',
  Letter: '8.5in',
  Legal: '8.5in',
  Tabloid: '11in',
};
const singlePage = (format: string): string => `${WIDTHS[format] ?? format.split('x')[0]}xauto`;

/** Fields whose names have a dot, as members of what stands before it. */
function grouped(fields: Fields): Record<string, Fields> {
  const groups: Record<string, Record<string, unknown>> = {};
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [group = '', member] = name.split('.');
    if (member === undefined) plain[name] = value;
    else groups[group] = { ...groups[group], [member]: value };
  }
  return { ...plain, ...groups } as Record<string, Fields>;
}

function bandsOf(files: readonly SourceFile[]): Fields {
  return Object.fromEntries(
    Object.entries(BANDS).flatMap(([band, name]) => {
      const source = textOf(files, name);
      return source === undefined || source.trim() === '' ? [] : [[band, { source }]];
    }),
  );
}

function imageOf(fields: Fields, transparent: boolean): Fields {
  const {
    windowWidth: width = WINDOW.width,
    windowHeight: height = WINDOW.height,
    windowScale: scale,
    quality = 100,
    target_format: format = 'png',
    fullpage = true,
    ...others
  } = fields;
  return {
    // An element stands where it stands, in the window or below it.
    ...(others.css_selector === undefined ? { fullpage } : {}),
    media: 'screen',
    ...others,
    target_format: format,
    viewport: { width, height, ...(scale === undefined ? {} : { device_scale_factor: scale }) },
    ...(format === 'png' ? {} : { quality }),
    ...(transparent ? { transparent } : {}),
  };
}

/** A page may only be given cookies of its own host. */
function ownCookies(cookies: readonly DomainCookie[], url: string | undefined): readonly Fields[] {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : '';
  return cookies.map(({ domain, cookie }) => {
    const bare = domain?.replace(/^\./, '').toLowerCase();
    if (bare !== undefined && bare !== host && !host.endsWith(`.${bare}`))
      throw unsupported('cookies', 'a cookie is for the host of "url"; give its domain, or leave it out.');
    return cookie;
  });
}

/** An expression that throws has not come true yet: what it names may still have to be made. */
const waitingFor = (condition: string): Fields => ({
  wait_for: CONDITION,
  javascript: `globalThis.${CONDITION} = () => { try { return (${condition}\n); } catch { return false; } };`,
});
