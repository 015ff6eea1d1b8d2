const WAIT = 'Wait: it is tried again.';

/**
 * Why a result did not get to where it was sent: what is recorded of a try, and what can be done about it. `again`: another
 * try may go well by itself.
 */
export const DELIVERY_FAULTS = {
  address_refused: {
    title: 'The address is not public, does not resolve, or is not https',
    remedy: 'Name a server that is reachable from the public internet, or have the operator allow it.',
    again: false,
  },
  dns_failed: {
    title: 'The address of the server could not be asked for, since no name server answered',
    remedy: `${WAIT} See whether the name servers of the domain run.`,
    again: true,
  },
  connection_failed: {
    title: 'The connection was refused, or ended in the middle',
    remedy: 'See whether the server runs and lets us in.',
    again: true,
  },
  connection_missing: {
    title: 'The connection was removed',
    remedy: 'Make another connection, and send the document again.',
    again: false,
  },
  timeout: {
    title: 'The server did not answer, or took no more bytes',
    remedy: 'See whether the server is overloaded.',
    again: true,
  },
  tls_error: {
    title: 'The certificate is not valid, or TLS is not spoken there',
    remedy: 'Renew the certificate, or correct the host and port.',
    again: true,
  },
  host_key_mismatch: {
    title: 'The server has another host key than the one that was given',
    remedy: 'Find out why. If the server has a new key, change "host_key" of the connection.',
    again: false,
  },
  credentials_refused: {
    title: 'The credentials were refused',
    remedy: 'Correct them: PATCH /v1/connections/{id}.',
    again: false,
  },
  authorization_ended: {
    title: 'The account does not let the service in any more',
    remedy: 'Connect it again: page Connections of the dashboard.',
    again: false,
  },
  permission_denied: {
    title: 'The credentials do not allow to write there',
    remedy: 'Give the account the right to write files at this path.',
    again: false,
  },
  not_found: {
    title: 'The bucket, container or folder does not exist',
    remedy: 'Make it, or correct its name.',
    again: false,
  },
  wrong_region: {
    title: 'The bucket is in another region',
    remedy: 'Correct "region" of the connection.',
    again: false,
  },
  redirect: {
    title: 'The answer was a redirect, which is not followed',
    remedy: 'Name the address that it leads to.',
    again: false,
  },
  quota_full: {
    title: 'There is no room left',
    remedy: 'Make room, then send the document again.',
    again: true,
  },
  clock_skew: {
    title: 'The clock of this service differs from that of the server',
    remedy: 'Have the operator set the clock (NTP).',
    again: true,
  },
  rate_limited: { title: 'Too many requests', remedy: WAIT, again: true },
  server_error: { title: 'The server failed', remedy: WAIT, again: true },
  rejected: {
    title: 'The server refused the file',
    remedy: 'See the detail. A signed address may have ended, or ask for other headers.',
    again: false,
  },
  file_exists: {
    title: 'There is a file of this name already',
    remedy: 'Use another path, or "on_conflict": "replace" or "rename".',
    again: false,
  },
  too_large: {
    title: 'The file is larger than the destination takes',
    remedy: 'Make a smaller document, or use another kind of destination.',
    again: false,
  },
  hash_mismatch: {
    title: 'What arrived is not what was sent',
    remedy: WAIT,
    again: true,
  },
  result_expired: {
    title: 'The result was removed before it arrived',
    remedy: 'Convert again, with a longer "expires_in".',
    again: false,
  },
  restored: {
    title: 'It waited when a backup was made that was restored since, and may have arrived before that',
    remedy: 'See whether it has arrived; else POST /v1/jobs/{id}/deliver.',
    again: false,
  },
  internal_error: {
    title: 'The delivery could not be made, by a fault of the service',
    remedy: 'Send it again; if it fails again, report it.',
    again: true,
  },
} as const satisfies Readonly<Record<string, { title: string; remedy: string; again: boolean }>>;

export type DeliveryFaultCode = keyof typeof DELIVERY_FAULTS;

/** What can be done about a fault. @param isOver whether the delivery has failed, and is not tried again by itself */
export function remedyOf(code: DeliveryFaultCode, isOver: boolean): string {
  const { remedy } = DELIVERY_FAULTS[code];
  return isOver ? remedy.replace(WAIT, 'Send it again: POST /v1/jobs/{id}/deliver.') : remedy;
}

/** A try came to nothing. The detail is for the owner of the destination, and holds no credentials. */
export class DeliveryFault extends Error {
  readonly code: DeliveryFaultCode;
  /** Seconds or a date, as the server said when it wants to be asked again. */
  readonly retryAfter: string | undefined;

  constructor(
    code: DeliveryFaultCode,
    { detail = '', retryAfter, cause }: { detail?: string; retryAfter?: string | undefined; cause?: unknown } = {},
  ) {
    super(detail === '' ? `${DELIVERY_FAULTS[code].title}.` : `${DELIVERY_FAULTS[code].title}: ${clean(detail)}`, {
      cause,
    });
    this.name = 'DeliveryFault';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Words of strangers: one line, not long. */
const clean = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 300);
