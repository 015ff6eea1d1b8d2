import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answered, answer, type Call, FileHostApi } from './api.ts';
import { authorize, revoke, token } from './authorization.ts';
import { boxOf } from './box.ts';
import { dropbox } from './dropbox.ts';
import { driveOf, storage } from './google.ts';
import { onedrive } from './onedrive.ts';

/** Origins that the double stands for. */
const ORIGINS = [
  'https://storage.googleapis.com',
  'https://www.googleapis.com',
  'https://oauth2.googleapis.com',
  'https://api.dropboxapi.com',
  'https://content.dropboxapi.com',
  'https://graph.microsoft.com',
  'https://login.microsoftonline.com',
  'https://api.box.com',
  'https://upload.box.com',
];

export interface RunningFileHosts extends FileHostApi {
  readonly origins: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * As much of the APIs of file hosts as deliveries ask for, as their documentation has them: Google Cloud Storage and Drive,
 * Dropbox, OneDrive, Box; and their token endpoints.
 */
export async function startFileHosts(): Promise<RunningFileHosts> {
  const api = new FileHostApi();
  const [drive, box] = [driveOf(api), boxOf(api)];
  const toHost = (call: Call): Answered => {
    const { pathname } = call.url;
    if (pathname.startsWith('/2/files/')) return dropbox(api, call);
    if (pathname.includes('/drive/v3/')) return drive(call);
    if (/^\/(?:api\/)?2\.0\//.test(pathname)) return box(call);
    return pathname.startsWith('/v1.0/') ? onedrive(api, call) : storage(api, call);
  };
  const server = createServer(async (request, response) => {
    request.on('error', () => {});
    const chunks: Buffer[] = [];
    try {
      for await (const each of request as AsyncIterable<Buffer>) chunks.push(each);
    } catch {
      return;
    }
    const call = { request, response, body: Buffer.concat(chunks), url: new URL(request.url ?? '', api.origin) };
    if (/authorize$|\/auth$/.test(call.url.pathname)) return authorize(api, call);
    if (/revoke$/.test(call.url.pathname)) return revoke(api, call);
    if (/token$/.test(call.url.pathname)) return token(api, call);
    const isSigned = ['session', 'upload', 'file', 'box'].some((name) => call.url.searchParams.has(name));
    if (isSigned || api.tokens.has(String(request.headers.authorization).replace('Bearer ', ''))) return toHost(call);
    api.refused += 1;
    return answer(call, 401, { error: 'expired_access_token' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(api, {
    origins: Object.fromEntries(ORIGINS.map((name) => [name, api.origin])),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
