import { z } from 'zod';
import { imageFields, imageRules } from './image-fields.ts';
import { inputFields } from './input-fields.ts';
import { loadFields, loadRules } from './load-fields.ts';
import { pdfFields, pdfRules } from './pdf-fields.ts';
import { markdownFields, readableFields, textFields } from './readable-fields.ts';
import { withRules } from './rule.ts';

/**
 * The schemas of a conversion. The HTTP API, the CLI and the reference documentation all take their fields, limits
 * and descriptions from here.
 */

/** Kinds of output; each has options of its own. */
export const OUTPUT_KINDS = ['pdf', 'image', 'text', 'markdown'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

export const OUTPUT_FORMATS = ['pdf', 'png', 'jpeg', 'webp', 'text', 'markdown'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
export type ImageFormat = Extract<OutputFormat, 'png' | 'jpeg' | 'webp'>;

/** The kind that a format is of. */
export function kindOf(format: OutputFormat): OutputKind {
  return format === 'pdf' || format === 'text' || format === 'markdown' ? format : 'image';
}

/** What options exclude or require of each other. */
export const RULES = [...loadRules, ...pdfRules, ...imageRules] as const;

/** Options that have an effect on one kind of output; on others they are accepted with a warning. */
export const outputFields = {
  pdf: withRules(pdfFields, RULES),
  image: withRules(imageFields, RULES),
  text: { ...readableFields, ...textFields },
  markdown: { ...readableFields, ...markdownFields },
} as const satisfies Record<OutputKind, z.ZodRawShape>;

/** Fields that every conversion has: what is converted, and how it is loaded. */
export const sharedFields = { ...inputFields, ...withRules(loadFields, RULES) };

/** Every field of every kind of output. */
export const conversionRequest = z.strictObject({
  ...sharedFields,
  ...outputFields.pdf,
  ...outputFields.image,
  ...outputFields.text,
  ...outputFields.markdown,
});

/** A valid request with its defaults filled in, as every part of the engine reads it. */
export type ConversionRequest = z.output<typeof conversionRequest>;
