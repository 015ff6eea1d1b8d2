import { chat } from './chat/kind.ts';
import { extractData } from './extraction/kind.ts';
import { invoiceExtractor } from './invoices/kind.ts';
import type { AnyKind, OptionsOf } from './kind/kind.ts';
import { receiptScanner } from './receipts/kind.ts';
import { bankStatement } from './statements/kind.ts';
import { summarize } from './summary/kind.ts';
import { translate } from './translation/kind.ts';

/** All kinds of analysis, in the order of the reference and of the usage record. */
const ALL = [summarize, chat, translate, extractData, invoiceExtractor, receiptScanner, bankStatement] as const;

type OneOf = (typeof ALL)[number];

export const KINDS: readonly (AnyKind & { readonly name: KindName })[] = ALL;

export type KindName = OneOf['name'];

export const KIND_NAMES: readonly KindName[] = ALL.map(({ name }) => name);

type KindOf<Name extends KindName> = Extract<OneOf, { readonly name: Name }>;

type AnswerOf<Name extends KindName> =
  ReturnType<Awaited<ReturnType<KindOf<Name>['load']>>['model']> extends Promise<infer Answer> ? Answer : never;

/** Answers by the name of the kind; `evidence` only where it was asked for. */
export type AnalystAnswers = { readonly [Name in KindName]: Optional<AnswerOf<Name>> };

type Optional<Answer> = Omit<Answer, 'evidence'> &
  (Answer extends { readonly evidence?: infer Evidence } ? { readonly evidence?: Evidence } : unknown);

/** A text and what to do with it. */
export type AnalystRequest = { [Name in KindName]: Asked<Name, OptionsOf<KindOf<Name>['request']>> }[KindName];

interface Common<Name extends KindName> {
  readonly kind: Name;
  /** Document text. Form feeds separate pages; columns are kept apart by spaces or tabs. */
  readonly text: string;
  /** Adds `evidence`: for each value the offsets into `text`. Default false. */
  readonly includeEvidence?: boolean | undefined;
}

type Asked<Name extends KindName, Options> = Common<Name> &
  (object extends Options ? { readonly options?: Options | undefined } : { readonly options: Options });
