import type { Model, ModelOptions } from './models/model.ts';

/**
 * Reads document text. Rules need no key, no network and no model: every value is null or stands in the text, and
 * `verification` tells what was checked. They are deterministic, and linear in the length of the text. A model may
 * propose what rules did not find; what it says is looked up in the text.
 */

/** A model for `createAnalyst`. What speaks to providers is loaded here, by whoever has one. */
export async function openModel(options: ModelOptions): Promise<Model> {
  const { createModel } = await import('./models/model.ts');
  return createModel(options);
}

export { type Analyst, type AnalystOptions, createAnalyst } from './analyst.ts';
export type { AnyKind } from './kind/kind.ts';
export { evidence, includeEvidence, verification } from './kind/members.ts';
export { type AnalystAnswers, type AnalystRequest, KIND_NAMES, KINDS, type KindName } from './kinds.ts';
export { AnalysisError, type AnalysisErrorCode } from './models/failure.ts';
export type { Model, ModelOptions } from './models/model.ts';
export type { ProviderSettings } from './models/provider.ts';
export type { Engine } from './verification/verification.ts';
