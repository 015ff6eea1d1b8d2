import { type Config, readConfig } from '../config/config.ts';

/** Settings of a service that also starts where the machine allows no sandbox: pages of the tests are our own. */
export const readConfigAnyIsolation = (environment: Record<string, string>): Config => ({
  ...readConfig(environment),
  allowNoSandbox: true,
  allowSharedUser: true,
});
