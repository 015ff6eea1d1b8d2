import { readFileSync } from 'node:fs';
import type { OptionDeclaration } from './command.ts';
import { readServiceAddress, type ServiceAddress } from './config.ts';
import { UsageError } from './usage-error.ts';

/** Options of commands that ask a service. */
export const SERVICE_OPTIONS = {
  server: { type: 'string', value: 'URL', help: 'the service (default: PLATEN_URL, else http://127.0.0.1:3000)' },
  key: { type: 'string', value: 'KEY', help: 'the API key (default: PLATEN_API_KEY, which other users cannot see)' },
  'key-file': { type: 'string', value: 'FILE', help: 'file with the API key' },
} as const satisfies Readonly<Record<string, OptionDeclaration>>;

type Given = { readonly [Name in keyof typeof SERVICE_OPTIONS]?: string };

/** The service that a command asks, and the key for it. @throws UsageError */
export function serviceOf({ server, key, 'key-file': keyFile }: Given): Required<ServiceAddress> {
  const address = readServiceAddress();
  const url = server?.replace(/(?<!\/)\/+$/, '') ?? address.url;
  if (!/^https?:\/\/[^/?#@]+$/i.test(url)) {
    throw new UsageError(`"${url}" is no address of a service, such as https://pdf.example.com.`);
  }
  if (key !== undefined && keyFile !== undefined) throw new UsageError('Give one of "--key" and "--key-file".');
  const found = keyFile === undefined ? (key ?? address.key) : readKey(keyFile);
  if (!found) throw new UsageError('Give the API key in PLATEN_API_KEY, or a file with it by --key-file.');
  return { url, key: found };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
