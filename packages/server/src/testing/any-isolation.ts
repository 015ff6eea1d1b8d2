import { type Config, readConfig } from '../config/config.ts';

/**
 * Settings of a service that also starts where the machine allows no sandbox: pages of the tests are our own. Unless it is told, it converts two documents at
 * once, and has pages ready for those only; by the cores of the machine it would have more.
 */
export const readConfigAnyIsolation = (environment: Record<string, string>): Config => ({
  ...readConfig({ PLATEN_CONCURRENCY: '2', ...environment }),
  allowNoSandbox: true,
  allowSharedUser: true,
});
