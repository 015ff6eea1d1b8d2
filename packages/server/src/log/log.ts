import pino, { type DestinationStream } from 'pino';
import type { StackFrames } from './stack-frames.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * Everything the service can say in its log: fixed names, and fields that cannot hold anything of a request or a
 * document. The one text from outside is `request_id`, which a client may choose (8 to 64 characters of
 * A-Z a-z 0-9 . _ -) to find its requests again.
 */
export interface LogEvents {
  readonly service_listening: { readonly host: string; readonly port: number; readonly tls: boolean };
  readonly service_draining: { readonly conversions: number; readonly queued: number };
  readonly service_stopped: { readonly aborted: number };
  readonly data_folder_open: { readonly mode: string };
  readonly request_finished: {
    readonly request_id: string;
    readonly method: string;
    /** Pattern of the route, or `(none)`. */
    readonly route: string;
    /** 499 if the client left before the end of the answer. */
    readonly status: number;
    readonly duration_ms: number;
    readonly bytes: number;
    readonly error_code?: string;
  };
  readonly request_unreadable: { readonly request_id: string; readonly status: number; readonly error_code: string };
  readonly source_locked: { readonly seconds: number };
  /** Idle connections of sources that had too many, since the last line. */
  readonly idle_connections_closed: { readonly count: number };
  /** Rows of a kind could not be written to the database; `count` were lost or wait. */
  readonly records_unwritten: {
    readonly kind: 'locks' | 'last_use' | 'denials' | 'idempotency' | 'requests' | 'reservations' | 'sign_ins';
    readonly count: number;
  };
  /** A job was left as it is, for others to take up when its lease has ended. */
  readonly job_unfinished: { readonly job: string };
  /** A delivery of a webhook could not be made up; it counts as a try. */
  readonly webhook_unmade: { readonly delivery: string };
  /** A delivery to a destination could not be made, by a fault of the service. */
  readonly delivery_unmade: { readonly delivery: string };
  /** A schedule makes no more runs until somebody changes it. */
  readonly schedule_paused: { readonly schedule: string; readonly reason: string };
  /** A run could not be made; it is tried again within a minute. */
  readonly schedule_delayed: { readonly schedule: string };
  /** A charge or a renewal could not be made now; it is tried again within a minute. */
  readonly billing_delayed: { readonly organisation: string };
  /** Our records and the provider's said something different; `repaired`: they do not any more. */
  readonly billing_differed: { readonly kind: string; readonly repaired: boolean; readonly organisation?: string };
  /** Our records could not be compared with the provider's today. */
  readonly billing_uncompared: Readonly<Record<never, never>>;
  /** A customer of a deleted organization could not be deleted at the provider; it is tried again within an hour. */
  readonly billing_customer_left: Readonly<Record<never, never>>;
  /** An event that Stripe has not signed, or not just now; or one of another account. */
  readonly stripe_event_refused: { readonly reason: 'signature' | 'foreign' };
  /** Many wrong tokens of the operator came from one source within a minute. */
  readonly operator_guessed: Readonly<Record<never, never>>;
  /** Objects of the store that no row names were removed. */
  readonly objects_swept: { readonly count: number };
  /** Results whose objects are not in the store, and the job of one of them. */
  readonly objects_missing: { readonly count: number; readonly job: string };
  /** What was left behind could not be put right: lost jobs, expired results, or objects without rows. */
  readonly sweep_failed: { readonly what: 'lost' | 'expired' | 'objects' };
  /** The database belongs to a master key that this process does not have; at most once a minute. */
  readonly master_key_changed: Readonly<Record<never, never>>;
  /** A row of an audit chain does not follow the head that was kept: rows before it were changed or removed. */
  readonly audit_chain_broken: { readonly seq: number };
  /** The head of an audit chain could not be written into the data folder. */
  readonly audit_head_unwritten: { readonly seq: number };
  readonly audit_anchor_unwritten: { readonly reason: 'not_locked' | 'store' };
  /** The mail server did not take an email; it will be asked again. */
  readonly mail_delayed: { readonly kind: LogEvents['mail_unsent']['kind']; readonly tries: number };
  /** An email could not be given to the mail server, and will not be. */
  readonly mail_unsent: { readonly kind: 'verification' | 'account' | 'reset' | 'invitation' | 'trouble' | 'billing' };
  readonly internal_error: { readonly request_id: string } & StackFrames;
  readonly fatal_error: StackFrames;
  /** Spans do not arrive at the collector; said once, until they arrive again. */
  readonly trace_export_failed: {
    readonly spans: number;
    /** HTTP status that the collector answered. */
    readonly status?: number;
  };
  /** The browser runs without its sandbox. */
  readonly sandbox_off: { readonly remedy: string };
  /** The browser, or the processes that fill templates, are walled in less than they could be. */
  readonly isolation_degraded: {
    readonly what: 'browser' | 'templates';
    /**
     * Whether it has the service's own user and sees its files: whoever takes it over, from within a page, reads
     * master.key.
     */
    readonly reads_files_of_service: boolean;
    readonly remedy: string;
  };
  readonly engine: {
    readonly what: string;
    readonly fields?: Readonly<Record<string, string | number | boolean>>;
  };
}

/** The level that each event is logged at. */
export const EVENT_LEVELS = {
  service_listening: 'info',
  service_draining: 'info',
  service_stopped: 'info',
  data_folder_open: 'warn',
  request_finished: 'info',
  request_unreadable: 'info',
  source_locked: 'warn',
  idle_connections_closed: 'warn',
  records_unwritten: 'warn',
  job_unfinished: 'error',
  webhook_unmade: 'error',
  delivery_unmade: 'error',
  schedule_paused: 'warn',
  schedule_delayed: 'warn',
  billing_delayed: 'warn',
  billing_differed: 'warn',
  billing_uncompared: 'warn',
  billing_customer_left: 'warn',
  operator_guessed: 'warn',
  stripe_event_refused: 'warn',
  objects_swept: 'info',
  objects_missing: 'warn',
  sweep_failed: 'warn',
  master_key_changed: 'error',
  audit_chain_broken: 'error',
  audit_head_unwritten: 'error',
  audit_anchor_unwritten: 'error',
  mail_delayed: 'warn',
  mail_unsent: 'error',
  internal_error: 'error',
  fatal_error: 'fatal',
  trace_export_failed: 'warn',
  sandbox_off: 'error',
  isolation_degraded: 'warn',
  engine: 'info',
} satisfies Record<keyof LogEvents, LogLevel>;

export interface Log {
  event<Name extends keyof LogEvents>(name: Name, fields: LogEvents[Name]): void;
  /** Writes what is buffered, as far as the other side takes it at once. */
  close(): void;
}

/** Log lines that may wait for a slow reader; beyond it lines are dropped, never the service. */
const BUFFERED_BYTES = 4 * 1024 * 1024;

/** A log that writes JSON lines to `destination`. */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    event: (name, fields) => logger[EVENT_LEVELS[name]]({ event: name, ...fields }),
    close: () => {},
  };
}

/**
 * The log of the service, on standard error. It is written in the background: a reader that stands still must not
 * stop the server, and one that has gone (EPIPE) must not end it.
 */
export function createStderrLog(level: LogLevel): Log {
  let closing = false;
  const destination = pino.destination({
    dest: 2,
    sync: false,
    maxLength: BUFFERED_BYTES,
    // While the process ends, waiting for a reader that does not read would keep it from ending.
    retryEAGAIN: () => !closing,
  });
  destination.on('error', () => {});
  return {
    ...createLog(level, destination),
    close: () => {
      closing = true;
      try {
        destination.flushSync();
      } catch {
        // The sink is broken or full; there is nobody left to tell.
      }
    },
  };
}
