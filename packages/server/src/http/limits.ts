/** The least that has to arrive of a body in each interval. */
export interface LeastSpeed {
  readonly bytes: number;
  /** Milliseconds. */
  readonly interval: number;
}

/** Limits of the HTTP server. Times are milliseconds, sizes bytes. */
export interface HttpLimits {
  /** Body of one request. */
  readonly body: number;
  /** Bodies of all requests that are being read or converted; half of it for one organization. */
  readonly bodies: number;
  readonly bodySpeed: LeastSpeed;
  /** Request line and headers together. */
  readonly headers: number;
  /** From the first byte of a connection, or from the end of the last request, to the end of the headers. */
  readonly headersTimeout: number;
  /** From the same moment to the end of the body. */
  readonly requestTimeout: number;
  /** How often the two above are checked; Node's default of 30 s would make them meaningless. */
  readonly timeoutCheck: number;
  /** How long an idle connection is kept. Longer than the 60 s of common load balancers, which close first then. */
  readonly keepAlive: number;
  /** How long a client may leave an answer unread before its connection is destroyed. */
  readonly writeStall: number;
  /** How long a refused client may go on sending, so that it can read the answer before the connection ends. */
  readonly linger: number;
}

export const HTTP_LIMITS: HttpLimits = {
  body: 25 * 1024 * 1024,
  // Four of the largest of one organization, and room for others beside it; what is read and refused takes half as much
  // again until it is collected.
  bodies: 200 * 1024 * 1024,
  bodySpeed: { bytes: 16 * 1024, interval: 5_000 },
  headers: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  timeoutCheck: 1_000,
  keepAlive: 65_000,
  writeStall: 30_000,
  linger: 1_000,
};
