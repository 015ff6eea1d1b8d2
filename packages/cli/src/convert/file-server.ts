import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/**
 * Kinds of files that a page may refer to, with their media types. Everything else beside the document stays closed:
 * a page is somebody's program, and a folder may hold more than the page.
 */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface FileServer {
  /** Address that stands for the folder, with a slash at its end. */
  readonly url: string;
  /** `host:port`, as the egress guard allows it. */
  readonly host: string;
  close(): void;
}

/**
 * Serves the files beside a document on loopback, so that its relative links work without file: addresses.
 * @param onAsked told each file that the page asks for, whether it is there or not
 */
export async function serveFolder(folder: string, onAsked: (file: string) => void = () => {}): Promise<FileServer> {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    const name = nameOf(request.url ?? '/');
    if (name !== undefined) onAsked(path.join(root, name));
    const file = request.method === 'GET' && name !== undefined ? findFile(root, name) : undefined;
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': MEDIA_TYPES[path.extname(file).toLowerCase()],
      'cache-control': 'no-store',
    });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await listen(server);
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/`,
    host,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
}

/** The name of a file that may be served, below the folder. */
function nameOf(target: string): string | undefined {
  try {
    const name = decodeURIComponent(new URL(target, 'http://folder').pathname);
    return Object.hasOwn(MEDIA_TYPES, path.extname(name).toLowerCase()) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** A file of a kind that pages refer to. @param root real path of the folder */
export function findFile(root: string, name: string): string | undefined {
  try {
    if (!Object.hasOwn(MEDIA_TYPES, path.extname(name).toLowerCase())) return undefined;
    // A link inside the folder may lead out of it: what counts is where the file really is.
    const file = realpathSync(path.join(root, name));
    return file.startsWith(root + path.sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
