/** How an engine is set up. Every field has a default that suits one machine. */
export interface EngineConfig {
  /** Path of the browser binary. A path that does not work is an error, never a silent fallback. */
  readonly chrome?: string;
  /** Conversions that run at the same time. Default: by cores and memory. */
  readonly concurrency?: number;
  /** Conversions that may wait for a slot. Default 32 × concurrency. */
  readonly queueLength?: number;
  /** Longest wait for a slot in milliseconds; past it: `queue_timeout`. Default 40,000, longer than an endless script keeps a slot. */
  readonly queueTimeout?: number;
  /** Destinations that the egress guard lets through: `host:port`, `address:port`, or CIDR. Default none. */
  readonly egressAllow?: readonly string[];
  /** Destinations that are never reached, whatever `egressAllow` says; the same forms. Default none. */
  readonly egressDeny?: readonly string[];
  /** Ports that public destinations may be reached on. Default 80, 443, 8080, 8443. */
  readonly egressPorts?: readonly number[];
  /** Resolver used by the egress guard; for tests. Default: the system's. */
  readonly lookup?: import('./egress/lookup.ts').Lookup;
  /** Whether the browser may run without Chromium's sandbox where the machine does not allow it. Default false. */
  readonly allowNoSandbox?: boolean;
  /**
   * Whether the browser's main process may have the user of this process, and could read its files, where the machine
   * allows nothing better. Default true.
   */
  readonly allowSharedUser?: boolean;
  /**
   * Whether documents of one group that have no script and load nothing may follow one another in one page, which is
   * emptied in between. Default false.
   */
  readonly reusePages?: boolean;
  /** Empty pages kept ready for the next conversions; 0 opens each when it is needed. Default 2 × concurrency. */
  readonly readyPages?: number;
  /** Receives events of the engine's life (browser started, recycled, lost); never content of a document. */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** An event of the engine's life: a fixed name and safe figures. */
export interface EngineEvent {
  readonly name: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}
