/** A setting that the service cannot start with. `message` names the variable and the remedy. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, remedy: string) {
    super(`${variable}: ${remedy}`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}
