import type { Template } from '@platen/client';

/** What of a template is typed, as text. */
export interface Draft {
  readonly content: string;
  readonly css: string;
  readonly header: string;
  readonly footer: string;
  /** Sample data, as JSON. */
  readonly data: string;
  /** Options of a conversion, as JSON. */
  readonly options: string;
}

export const PARTS = [
  'content',
  'css',
  'header',
  'footer',
  'data',
  'options',
] as const satisfies readonly (keyof Draft)[];

export type Part = (typeof PARTS)[number];

/** Options of a conversion that a template does not keep: they are of a request, or have a place of their own. */
export const NOT_OF_TEMPLATES: readonly string[] = [
  'sandbox',
  'tag',
  'strict_variables',
  'escape',
  'destination',
  's3_destination',
  'presigned_url',
];

const jsonText = (value: unknown): string => JSON.stringify(value ?? {}, null, 2);

export const draftOf = (template: Template): Draft => ({
  content: template.content,
  css: template.css ?? '',
  header: template.header ?? '',
  footer: template.footer ?? '',
  data: jsonText(template.sample_data),
  options: jsonText(template.options),
});

/** A JSON object; undefined for what is none. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The part that cannot be read; undefined if all can. */
export const unreadable = (draft: Draft): 'data' | 'options' | undefined =>
  objectIn(draft.data) ? (objectIn(draft.options) ? undefined : 'options') : 'data';

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The draft as the API takes it; undefined while a part of it cannot be read. */
export function fieldsOf(draft: Draft) {
  const [data, options] = [objectIn(draft.data), objectIn(draft.options)];
  if (!data || !options || draft.content === '') return undefined;
  return {
    content: draft.content,
    css: orNull(draft.css),
    header: orNull(draft.header),
    footer: orNull(draft.footer),
    sample_data: data,
    options,
  };
}
