import type { GuardedClient } from '@platen/engine';
import type { z } from 'zod';
import type { DeliveryFaultCode } from './faults.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** What happens if there is a file of the name already. */
export type OnConflict = 'replace' | 'rename' | 'fail';

/** A file that is sent somewhere. */
export interface OutgoingFile {
  /** Folders and name, with slashes; relative. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** Facts of the delivery: its id and that of its job. Names are of letters and hyphens. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Part of the name that it has until it is whole; the same in each try, so that the next one writes over it. */
  readonly temporary: string;
  /** Which try this is, from 1; tries of processes that died count. */
  readonly attempt: number;
  /** What an earlier try has noted; undefined: it has left nothing. */
  readonly left?: string | undefined;
  /**
   * Keeps the name of what would stay on the server if this try broke off, before there is more of it: the next try
   * removes that, and nothing else.
   * @throws Error when another process has the delivery by now
   */
  note(name: string): Promise<void>;
  /** Its bytes, from the beginning. */
  open(): AsyncIterable<Buffer>;
}

/** Where a file is now. */
export interface Written {
  /** Its address, without what opens it. */
  readonly location: string;
  /** What the server calls this version of it. */
  readonly etag?: string | undefined;
}

/** A file that is there already, as far as the server tells. */
export interface FoundFile extends Written {
  readonly bytes: number;
}

/** An open way to a place for files. */
export interface FileHost {
  /**
   * Writes a file: whole, or not at all. One of this name is replaced.
   * @throws DeliveryFault, or an error that `faultOf` knows
   */
  write(file: OutgoingFile): Promise<Written>;
  /** Looks for a file; undefined if there is none. Absent where nobody may look. */
  find?(path: string): Promise<FoundFile | undefined>;
  read?(path: string): AsyncIterable<Uint8Array>;
  remove?(path: string): Promise<void>;
  /** Finds out whether it can be written to without writing, where a file that is written is no test. */
  check?(): Promise<void>;
  close?(): Promise<void>;
}

/** What a kind is given to reach its server: nothing else leads out. */
export interface Way {
  readonly client: GuardedClient;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Milliseconds that a server may be silent. */
  readonly patience: number;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Where tokens that are had in place of others are kept. Absent: they are good for this delivery. */
  readonly tokens?: TokenKeeper | undefined;
  /** Origins that stand for those of services with addresses of their own, in tests. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** How an account of a file host lets an app in (RFC 6749 with RFC 7636), and does no more (RFC 7009). */
export interface AccountAccess {
  /** Address that people are sent to. */
  readonly authorize: string;
  /** What its query has beside that of RFC 6749: mostly, that a refresh token is wanted. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What is asked for, with spaces between; undefined: what the app has. */
  readonly scope?: string;
  /** The part of it that nothing can be written without; people may refuse it alone. */
  readonly needed?: string;
  /** Who answers (RFC 9207), where it says so. */
  readonly issuer?: string;
  /** Where codes and refresh tokens are exchanged. */
  readonly token: string;
  /** Where a token is ended, and how it is sent. Absent: the host has no such address. */
  readonly revoke?: { readonly url: string; readonly by: 'form' | 'bearer' };
}

/** A kind of destination. */
export interface DestinationKind<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  /** For people: `Amazon S3`. */
  readonly title: string;
  /** All that it needs to know. */
  readonly settings: z.ZodObject<Shape, z.core.$strict>;
  /** Names of the settings that are credentials: sealed, and never returned. */
  readonly secrets: readonly (keyof Shape & string)[];
  /** Whether it takes one file and has no use for a path: an address that is signed for one. */
  readonly single?: boolean;
  /** Bytes that a file may have. Default: any. */
  readonly largest?: number;
  /** Seconds before each try, from the one before it. Default: those of `schedule.ts`. */
  readonly delays?: readonly number[];
  /** What it connects to, to be checked before: addresses, or hosts with ports. */
  addresses(
    settings: z.output<z.ZodObject<Shape>>,
  ): readonly (string | { readonly host: string; readonly port: number })[];
  /** Whether the way is encrypted, where the addresses do not say so: credentials that were given for one are not sent on another. */
  encryption?(settings: z.output<z.ZodObject<Shape>>): unknown;
  /** For the short form `s3_destination`: `s3://bucket`. */
  place?(settings: z.output<z.ZodObject<Shape>>): string;
  /** How an account lets the operator's app in, where accounts do. */
  readonly account?: AccountAccess;
  /** Connects. */
  open(settings: z.output<z.ZodObject<Shape>>, way: Way): Promise<FileHost>;
  /** The fault that an error of its library stands for; undefined for one that it does not know. */
  faultOf?(error: unknown): DeliveryFaultCode | undefined;
}

/** Any kind, for lists: what its settings are is known to itself. */
// biome-ignore lint/suspicious/noExplicitAny: each kind has settings of its own; they are parsed by its schema before.
export type AnyKind = DestinationKind<any>;

export const defineKind = <const Shape extends z.ZodRawShape>(kind: DestinationKind<Shape>): AnyKind => kind;
