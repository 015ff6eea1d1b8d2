import type { Template } from '@platen/client';

/** More data to try it with. */
export interface Sample {
  readonly name: string;
  /** As JSON. */
  readonly data: string;
}

/** What of a template is typed, as text. */
export interface Draft {
  readonly content: string;
  readonly css: string;
  readonly header: string;
  readonly footer: string;
  /** Sample data, as JSON. */
  readonly data: string;
  readonly samples: readonly Sample[];
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
  samples: template.samples.map(({ name, data }) => ({ name, data: jsonText(data) })),
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

/** What cannot be read: a part, or a sample by its name; undefined if all can. */
export function unreadable(draft: Draft): { readonly part: 'data' | 'options'; readonly sample?: string } | undefined {
  if (!objectIn(draft.data)) return { part: 'data' };
  const sample = draft.samples.find(({ data }) => !objectIn(data));
  if (sample) return { part: 'data', sample: sample.name };
  return objectIn(draft.options) ? undefined : { part: 'options' };
}

/** The draft as it is tried: with the data of a sample, and no others. @param name undefined: its first data */
export function triedWith(draft: Draft, name: string | undefined): Draft {
  const sample = draft.samples.find((each) => each.name === name);
  return { ...draft, data: sample?.data ?? draft.data, samples: [] };
}

/** Other data for a sample, or the first data of the draft. */
export function withData(draft: Draft, name: string | undefined, data: string): Partial<Draft> {
  const before = draft.samples.find((each) => each.name === name);
  if (!before) return { data };
  // The same text is no change.
  if (before.data === data) return {};
  return { samples: draft.samples.map((each) => (each === before ? { name: each.name, data } : each)) };
}

/** All samples as one text, to be compared. */
export const samplesText = ({ samples }: Draft): string =>
  samples.map(({ name, data }) => `${name}\n${data}\n`).join('\n');

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The draft as the API keeps it; undefined while a part of it cannot be read. */
export function fieldsOf(draft: Draft) {
  const fields = triedFieldsOf(draft);
  const samples = draft.samples.flatMap(({ name, data: text }) => {
    const data = objectIn(text);
    return data ? [{ name, data }] : [];
  });
  return fields && samples.length === draft.samples.length ? { ...fields, samples } : undefined;
}

/** The draft as it is filled; undefined while a part of it cannot be read. */
export function triedFieldsOf(draft: Draft) {
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
