import type { z } from 'zod';
import type { ModelCall } from '../models/model.ts';
import type { Evidence, Verification } from '../verification/verification.ts';
import type { Plain } from './plain.ts';

/**
 * One kind of analysis as one value: how it is asked for, what it answers, how it is done and what is checked. The list
 * of them is `KINDS`; routes, schemas, the reference and `platen analyze` are derived from it.
 */
export interface Kind<Name extends string, Request extends z.ZodObject, Answer extends Answered> {
  /** As paths, scopes and the usage record name it. */
  readonly name: Name;
  /** What it does, as a heading: "Read an invoice". */
  readonly title: string;
  /** What a caller should know besides, in sentences. May be empty. */
  readonly description: string;
  /** Name of the function in generated clients. */
  readonly operation: string;
  /** Name of the member of a request that has the text. */
  readonly textMember: TextMember;
  /** The members of a request that are its own, with the text. */
  readonly request: Request;
  /** The members of an answer that are its own. */
  readonly answer: z.ZodRawShape;
  /** Whether rules alone cannot do it. Default false. */
  readonly needsModel?: boolean;
  /** Whether printed sums can verify what rules read, so that a model need not always be asked. Default false. */
  readonly addsUp?: boolean;
  /** What can be in `verification.checks`. */
  readonly checks: readonly CheckMeaning[];
  /** Requests as a caller would send them. */
  readonly examples: readonly KindExample[];
  /** How `platen analyze` names it. Absent: not on the command line, which has no model. */
  readonly command?: KindCommand;
  /** Loads what does it: whoever only describes kinds, such as a server that analyzes in threads, need not. */
  load(): Promise<Work<OptionsOf<Request>, Answer>>;
}

export type TextMember = 'text' | 'documentText';

/** What every answer has. */
export interface Answered {
  readonly verification: Verification;
  readonly evidence?: Evidence | undefined;
}

/** How a kind of analysis is done. */
export interface Work<Options, Answer> {
  /** By rules alone: deterministic, without a network. Absent where a kind needs a model. */
  rules?(task: Task<Options>): Answer;
  /** By rules and a model, compared. @throws ModelFailure, AnalysisError */
  model(call: ModelCall, task: Task<Options>): Promise<Answer>;
}

export interface Task<Options> {
  /** Document text. Form feeds separate pages; columns are kept apart by spaces or tabs. */
  readonly text: string;
  readonly options: Options;
  /** Whether the caller wants `evidence`. */
  readonly includeEvidence: boolean;
}

/** The members of a request beside the text, as a caller gives them: what has a default may be absent. */
export type OptionsOf<Request extends z.ZodObject> = Plain<Omit<z.input<Request>, TextMember>>;

/** One check and when it holds. */
export interface CheckMeaning {
  /** N stands for a number, X for a value of the answer, MM-DD for a day. */
  readonly name: string;
  /** Ends the sentence "It holds if …". */
  readonly holds: string;
}

export interface KindExample {
  readonly name: string;
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface KindCommand {
  /** The name of the kind. */
  readonly kind: string;
  /** `platen analyze NAME FILE`. */
  readonly name: string;
  /** What it gives, for the help. */
  readonly gives: string;
  /** The member that the words after the file are. Absent: there are none. */
  readonly words?: {
    readonly member: string;
    readonly placeholder: string;
    readonly help: string;
    /** What is said when they are missing. */
    readonly missing: string;
  };
  /** By the name of the option on the command line. */
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Command lines that work. Default: none. */
  readonly examples?: readonly string[];
}

export interface CommandOption {
  /** The member of the request that it sets. */
  readonly member: string;
  readonly placeholder: string;
  readonly help: string;
  /** Whether it may be given several times: the member is a list. Default false. */
  readonly several?: boolean;
  /** Members that are set with it. */
  readonly implies?: Readonly<Record<string, string>>;
}

/** Of any kind, for those that go through the list of them. */
export type AnyKind = Kind<string, z.ZodObject, Answered>;

/** In kinds that both rules and a model can answer. */
const MODEL_CHECKS: readonly CheckMeaning[] = [
  { name: 'model_answered', holds: 'a model answered; there if none did, and the rules stand for themselves' },
  { name: 'model_answer_usable', holds: 'the answer of a model could be used; there if it could not' },
];

/** Defines a kind; the compiler compares what it answers with the schema of its answer. */
export function defineKind<
  const Name extends string,
  Request extends z.ZodObject,
  Shape extends z.ZodRawShape,
  Answer extends Answered & Plain<z.output<z.ZodObject<Shape>>>,
>(kind: Kind<Name, Request, Answer> & { readonly answer: Shape }): Kind<Name, Request, Answer> {
  return kind.needsModel ? kind : { ...kind, checks: [...kind.checks, ...MODEL_CHECKS] };
}
