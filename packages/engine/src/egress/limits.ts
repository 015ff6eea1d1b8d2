/** Bounds of the traffic of one job. All are per identity, so that no job can use up what another needs. */
export interface EgressLimits {
  /** Bytes of one response; for a tunnel, of the connection in both directions. Default 50 MB. */
  readonly responseBytes: number;
  /** Bytes of all traffic of a job. Default 200 MB. */
  readonly jobBytes: number;
  /** Milliseconds without a byte in either direction after which a connection is closed. Default 900,000, the longest time-out of a request: the job ends its connections earlier. */
  readonly idle: number;
  /** Milliseconds for connecting. Default 15,000. */
  readonly connect: number;
  /** Connections to destinations at the same time; what is over waits in order. Default 64. */
  readonly connections: number;
  /** The same per host. Default 16. */
  readonly connectionsPerHost: number;
  /** Names resolved at the same time; the system's resolver is shared with all other jobs. Default 4. */
  readonly lookups: number;
  /** Connections of the browser to the proxy; what is over is closed. Chromium opens 32. Default 256. */
  readonly clients: number;
  /** Bytes of a request's or response's header section, as Chromium has it. Default 256 KiB. */
  readonly headerBytes: number;
}

export const DEFAULT_LIMITS: EgressLimits = {
  responseBytes: 50_000_000,
  jobBytes: 200_000_000,
  idle: 900_000,
  connect: 15_000,
  connections: 64,
  connectionsPerHost: 16,
  lookups: 4,
  clients: 256,
  headerBytes: 262_144,
};
