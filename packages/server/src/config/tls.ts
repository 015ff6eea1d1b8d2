import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from './error.ts';

/** Certificate chain and private key, PEM. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** @throws ConfigError when the files are not a certificate and its key */
export function readTls(certFile: string | undefined, keyFile: string | undefined): TlsFiles | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw new ConfigError('TLS_CERT', 'set it too, to the certificate of TLS_KEY');
  if (keyFile === undefined) throw new ConfigError('TLS_KEY', 'set it too, to the private key of TLS_CERT');
  const tls = { cert: readPem('TLS_CERT', certFile), key: readPem('TLS_KEY', keyFile) };
  try {
    createSecureContext(tls);
  } catch {
    throw new ConfigError('TLS_CERT', 'use a PEM certificate, and in TLS_KEY the PEM private key that belongs to it');
  }
  return tls;
}

function readPem(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ConfigError(variable, 'use the path of a PEM file that can be read');
  }
}
