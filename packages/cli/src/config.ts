/** The part of the engine's configuration that the command line takes from the environment. */
export interface CliConfig {
  /** `PLATEN_CHROME`: path of the browser. */
  readonly chrome?: string;
  /** `PLATEN_EGRESS_ALLOW`: private destinations that pages may reach, separated by commas or spaces. */
  readonly egressAllow: readonly string[];
  /** `PLATEN_EGRESS_DENY`: destinations that pages never reach. */
  readonly egressDeny: readonly string[];
}

export function readCliConfig(environment: NodeJS.ProcessEnv = process.env): CliConfig {
  const { PLATEN_CHROME: chrome, PLATEN_EGRESS_ALLOW: allow = '', PLATEN_EGRESS_DENY: deny = '' } = environment;
  return { ...(chrome ? { chrome } : {}), egressAllow: entriesOf(allow), egressDeny: entriesOf(deny) };
}

const entriesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** The service that commands ask. */
export interface ServiceAddress {
  /** `PLATEN_URL`, without a slash at its end; default: http://127.0.0.1:3000. */
  readonly url: string;
  /** `PLATEN_API_KEY`. */
  readonly key?: string;
}

export function readServiceAddress(environment: NodeJS.ProcessEnv = process.env): ServiceAddress {
  const { PLATEN_URL: url, PLATEN_API_KEY: key } = environment;
  return { url: (url || 'http://127.0.0.1:3000').replace(/(?<!\/)\/+$/, ''), ...(key ? { key } : {}) };
}
