import { createHash } from 'node:crypto';
import { type Answered, answer, append, type Call, type FileHostApi, isWhole } from './api.ts';

/** A resumable upload of Google. @returns whether it was one; `done` answers when it has ended */
function resumable(api: FileHostApi, call: Call, done: (target: string, bytes: Buffer) => void): boolean {
  const session = api.sessions.get(call.url.searchParams.get('session') ?? '');
  if (!session) return false;
  if (call.body.length > 0 && api.takes(call, () => append(session, call))) return true;
  const { bytes, target } = session;
  if (isWhole(session)) done(target, bytes);
  else answer(call, 308, undefined, bytes.length === 0 ? {} : { range: `bytes=0-${bytes.length - 1}` });
  return true;
}

const lengthOf = ({ request }: Call): number => Number(request.headers['x-upload-content-length']);
const md5 = (bytes: Buffer) => createHash('md5').update(bytes);

/** Cloud Storage (JSON API). */
export function storage(api: FileHostApi, call: Call): Answered {
  const { request, url } = call;
  const item = (bytes: Buffer) => ({ size: String(bytes.length), md5Hash: md5(bytes).digest('base64'), etag: 'g1' });
  const isUpload = resumable(api, call, (target, bytes) => {
    api.files.set(target, bytes);
    return answer(call, 200, item(bytes));
  });
  if (isUpload) return undefined;
  if (url.pathname.startsWith('/upload/')) {
    const session = api.begin(url.searchParams.get('name') ?? '', lengthOf(call));
    return answer(call, 200, {}, { location: `${api.origin}/upload/storage/v1/b/x/o?session=${session}` });
  }
  const name = decodeURIComponent(url.pathname.split('/o/')[1] ?? '');
  const file = api.files.get(name);
  if (!file) return answer(call, 404, {});
  if (request.method === 'DELETE') {
    api.files.delete(name);
    return answer(call, 204);
  }
  return answer(call, 200, url.searchParams.get('alt') === 'media' ? file : item(file));
}

interface Node {
  readonly name: string;
  readonly parent: string;
  readonly isFolder: boolean;
}

/** Drive (version 3): folders and files have ids; a file is in `files` by its path, too. */
export function driveOf(api: FileHostApi): (call: Call) => Answered {
  const nodes = new Map<string, Node>();
  const pathOf = (id: string): string => {
    const node = nodes.get(id);
    if (!node) return '';
    const above = pathOf(node.parent);
    return above === '' ? node.name : `${above}/${node.name}`;
  };
  const item = (id: string) => {
    const bytes = api.files.get(pathOf(id)) ?? Buffer.alloc(0);
    return { id, size: String(bytes.length), md5Checksum: md5(bytes).digest('hex'), version: '1' };
  };
  const add = ({ body }: Call, isFolder: boolean): string => {
    const { name, parents } = JSON.parse(body.toString()) as { name: string; parents: string[] };
    const id = `n${nodes.size + 1}`;
    nodes.set(id, { name, parent: parents[0] ?? 'root', isFolder });
    return id;
  };
  const search = (query: string): string[] => {
    const [, quoted = '', parent, sign] =
      /^name = '((?:[^'\\]|\\.)*)' and '(\w+)' in parents .* mimeType (!?=)/.exec(query) ?? [];
    const name = quoted.replace(/\\(.)/g, '$1');
    const isFolder = sign === '=';
    return [...nodes]
      .filter(([, node]) => node.name === name && node.parent === parent && node.isFolder === isFolder)
      .map(([id]) => id)
      .filter((id) => isFolder || api.files.has(pathOf(id)));
  };
  return (call) => {
    const { request, url } = call;
    const isUpload = resumable(api, call, (target, bytes) => {
      api.files.set(pathOf(target), bytes);
      answer(call, 200, item(target));
    });
    if (isUpload) return undefined;
    const id = /\/files\/([^/]+)$/.exec(url.pathname)?.[1];
    if (url.pathname.startsWith('/upload/')) {
      const session = api.begin(id ?? add(call, false), lengthOf(call));
      return answer(call, 200, {}, { location: `${api.origin}/upload/drive/v3/files?session=${session}` });
    }
    if (request.method === 'POST') return answer(call, 200, { id: add(call, true) });
    if (id === undefined)
      return answer(call, 200, {
        files: search(url.searchParams.get('q') ?? '')
          .slice(0, 1)
          .map(item),
      });
    if (request.method === 'DELETE') {
      api.files.delete(pathOf(id));
      return answer(call, 204);
    }
    return answer(call, 200, api.files.get(pathOf(id)) ?? Buffer.alloc(0));
  };
}
