/** The part of the engine's configuration that the command line takes from the environment. */
export interface CliConfig {
  /** `PLATEN_CHROME`: path of the browser. */
  readonly chrome?: string;
  /** `PLATEN_EGRESS_ALLOW`: private destinations that pages may reach, separated by commas or spaces. */
  readonly egressAllow: readonly string[];
}

export function readCliConfig(environment: NodeJS.ProcessEnv = process.env): CliConfig {
  const { PLATEN_CHROME: chrome, PLATEN_EGRESS_ALLOW: allow = '' } = environment;
  return { ...(chrome ? { chrome } : {}), egressAllow: allow.split(/[\s,]+/).filter((entry) => entry !== '') };
}
