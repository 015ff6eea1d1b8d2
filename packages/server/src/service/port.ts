import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';

type Place = Pick<Config, 'host' | 'port'>;

/**
 * Listens for a moment where the service is going to: what is wrong with the place is told before a key is made, which
 * could not be told again.
 * @throws ConfigError
 */
export async function checkPort(place: Place): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: place.host, port: place.port }, resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  } catch (error) {
    throw listenFault(error, place);
  }
}

/** What an operator can do about an error of listening; other errors are given back as they are. */
export function listenFault(error: unknown, { host, port }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError('PORT', `${port} is taken on ${host}; choose another`);
  if (code === 'EACCES') {
    return new ConfigError('PORT', `${port} may not be used by this user; choose one above 1023`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError('HOST', `${host} is no address of this machine; use 127.0.0.1 or 0.0.0.0`);
  }
  return error;
}
