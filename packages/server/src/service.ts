import { type AddressInfo, isIPv6 } from 'node:net';
import { createEngine, type Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import { openBootstrapKey } from './access/bootstrap-key.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { Lifecycle } from './lifecycle.ts';
import { createStderrLog, type Log } from './observe/log.ts';
import { Metrics } from './observe/metrics.ts';
import { createTraces } from './observe/traces.ts';
import { shutDown } from './shutdown.ts';

/** A service that listens. */
export interface Service {
  /** Where it listens, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  /**
   * Ends the service: takes nothing new, finishes what runs within `grace` milliseconds (default 30,000), refuses
   * what waits, closes the browser.
   */
  stop(options?: { readonly grace?: number }): Promise<void>;
}

const GRACE = 30_000;

/**
 * Opens the data folder, starts the engine and listens.
 * @param options.onFreshKey Called with the key that the very first start makes, before anything else can fail: it
 *   cannot be had again.
 * @throws ConfigError for a setting that does not work here; Error when there is no browser to start.
 */
export async function startService(
  config: Config,
  options: { readonly log?: Log; readonly onFreshKey?: (key: string) => void } = {},
): Promise<Service> {
  const { log = createStderrLog(config.logLevel), onFreshKey = () => {} } = options;
  openDataFolder(config.dataFolder, log);
  const keys = openBootstrapKey({ dataFolder: config.dataFolder, fixedKey: config.bootstrapKey });
  if (keys.fresh !== undefined) onFreshKey(keys.fresh);

  const metrics = new Metrics();
  const engine = await startEngine(config, metrics.counting(log));
  const traces = config.traces && createTraces(config.traces, log);
  const lifecycle = new Lifecycle();
  const app = createApp({ config, engine, log, keys, lifecycle, metrics, traces });
  try {
    await listen(app, config);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  log.event('service_listening', { host: config.host, port, tls: config.tls !== undefined });
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  return {
    url: `${config.tls ? 'https' : 'http'}://${host}:${port}`,
    stop: ({ grace = GRACE } = {}) => shutDown({ app, engine, lifecycle, log, grace, traces }),
  };
}

function startEngine(config: Config, log: Log): Promise<Engine> {
  return createEngine({
    egressAllow: config.egressAllow,
    allowNoSandbox: config.allowNoSandbox,
    chrome: config.chrome,
    concurrency: config.concurrency,
    onEvent: ({ name, fields }) => log.event('engine', { what: name, fields }),
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new ConfigError('PORT', `${port} is taken on ${host}; choose another`);
    if (code === 'EACCES') throw new ConfigError('PORT', `${port} may not be used by this user; choose one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError('HOST', `${host} is no address of this machine; use 127.0.0.1 or 0.0.0.0`);
    }
    throw error;
  }
}
