import type { z } from 'zod';

/** What is wrong between options that are each valid. */
export interface Contradiction {
  /** JSON Pointer (RFC 6901) of the option that has to be changed. */
  readonly pointer: string;
  readonly detail: string;
}

/**
 * What options of a conversion exclude or require of each other. Rules stand in the file of the fields that they are
 * about; the check of a request, the sentences of the reference and what a template's defaults leave to a request are
 * derived from them.
 */
export interface Rule<Options> {
  /** A sentence for the reference of each option that the rule is about. */
  readonly says: Readonly<Partial<Record<keyof Options & string, string>>>;
  /**
   * Those that a template's default is given up for when a request names any option of the rule, so that what the
   * request says never contradicts a default that its caller does not see. Default: none.
   */
  readonly yields?: readonly (keyof Options & string)[];
  /** What is wrong; undefined when nothing is. */
  readonly broken: (options: Options) => Contradiction | undefined;
}

/** Two options that say the same in different words, and so must agree. */
export function sameThing<Options>({
  field,
  other,
  disagree,
}: {
  readonly field: keyof Options & string;
  readonly other: keyof Options & string;
  readonly disagree: (options: Options) => boolean;
}): Rule<Options> {
  const says = { [field]: `Must not contradict \`${other}\`.`, [other]: `Must not contradict \`${field}\`.` };
  const detail = `"${field}" contradicts "${other}". Give one of them.`;
  return {
    says: says as Rule<Options>['says'],
    yields: [field, other],
    broken: (options) => (disagree(options) ? { pointer: `/${field}`, detail } : undefined),
  };
}

/** Adds to the description of each field what the rules say of it. */
export function withRules<Shape extends z.ZodRawShape>(fields: Shape, rules: readonly Rule<never>[]): Shape {
  const described = Object.entries(fields).map(([name, field]) => {
    const sentences = rules.flatMap(({ says }) => Reflect.get(says, name) ?? []);
    if (sentences.length === 0) return [name, field];
    const schema = field as z.ZodType;
    return [name, schema.describe([schema.description, ...sentences].join(' '))];
  });
  return Object.fromEntries(described) as Shape;
}
