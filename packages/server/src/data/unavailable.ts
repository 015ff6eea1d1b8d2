import { ApiError } from '../errors.ts';

/** Connections that broke, by Node.js, and timeouts of node-postgres, which carry no code. */
const BROKEN = /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EMFILE|ENFILE)$/;
const ENDED = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has )/i;
/**
 * States of PostgreSQL (appendix A of its manual): connection exceptions (08), too many connections and the like (53,
 * without 53400), a statement that took too long (57014), a transaction that did nothing for too long (25P03), a server
 * that stops or starts (57P), I/O errors (58), and a standby that a failover left us with (25006).
 */
const STATES = /^(?:08|53[0-3]|57014$|57P0[1-5]|58|25006$|25P03$)/;

/** Whether the database could not be asked, rather than refused what it was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses, of which none answers.
  if (error instanceof AggregateError) return error.errors.every(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return ENDED.test(error.message);
  return BROKEN.test(code) || STATES.test(code);
}

/** The error as callers see it: `database_unavailable` if the database could not be asked. */
export function translated(error: unknown): unknown {
  return isUnavailable(error) ? new ApiError('database_unavailable', { cause: error }) : error;
}
