import { createHash } from 'node:crypto';
import { type Answered, answer, append, type Call, type FileHostApi } from './api.ts';

interface Node {
  readonly name: string;
  readonly parent: string;
  readonly type: 'file' | 'folder';
}

const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes);
/** Bytes of a part: less than those of Box, so that a test has several. */
const PART = 8 * 1024 * 1024;

/** Box (2.0): names are unique in their folder; large files are sent in parts. */
export function boxOf(api: FileHostApi): (call: Call) => Answered {
  const nodes = new Map<string, Node>();
  let commits = 0;
  const pathOf = (id: string): string => {
    const node = nodes.get(id);
    if (!node) return '';
    const above = pathOf(node.parent);
    return above === '' ? node.name : `${above}/${node.name}`;
  };
  const find = (name: string, parent: string) =>
    [...nodes].find(([id, node]) => {
      const isThere = node.type === 'folder' || api.files.has(pathOf(id));
      return node.name === name && node.parent === parent && isThere;
    });
  const conflict = (call: Call, [id, { type }]: [string, Node]) => {
    const item = { id, type };
    const context_info = { conflicts: type === 'folder' ? [item] : item };
    return answer(call, 409, { type: 'error', code: 'item_name_in_use', context_info });
  };
  const add = (node: Node): string => {
    const id = String(100 + nodes.size);
    nodes.set(id, node);
    return id;
  };
  const item = (id: string) => {
    const bytes = api.files.get(pathOf(id)) ?? Buffer.alloc(0);
    return { id, type: 'file', size: bytes.length, sha1: sha1(bytes).digest('hex'), etag: '0' };
  };
  const stored = (call: Call, id: string) => answer(call, 201, { total_count: 1, entries: [item(id)] });

  const folders = (call: Call): Answered => {
    const { name, parent } = JSON.parse(call.body.toString()) as { name: string; parent: { id: string } };
    const there = find(name, parent.id);
    if (there) return conflict(call, there);
    return answer(call, 201, { id: add({ name, parent: parent.id, type: 'folder' }), type: 'folder' });
  };
  const preflight = (call: Call): Answered => {
    const { name, parent } = JSON.parse(call.body.toString()) as { name: string; parent: { id: string } };
    const there = find(name, parent.id);
    if (there) return conflict(call, there);
    return answer(call, 200, { upload_url: null });
  };
  const form = (call: Call, id: string | undefined): Answered => {
    const boundary = String(call.request.headers['content-type']).split('boundary=')[1] ?? '';
    const text = call.body.toString('latin1');
    const [first = '', second = ''] = text.split(`--${boundary}`).slice(1);
    const attributes = JSON.parse(Buffer.from(first.split('\r\n\r\n')[1] ?? '', 'latin1').toString()) as Attributes;
    const bytes = Buffer.from(second.slice(second.indexOf('\r\n\r\n') + 4, -2), 'latin1');
    const take = () => {
      const node = id ?? add({ name: attributes.name, parent: attributes.parent.id, type: 'file' });
      api.files.set(pathOf(node), bytes);
      taken = node;
    };
    let taken = '';
    return api.takes(call, take) ? undefined : stored(call, taken);
  };
  const begin = (call: Call, id: string | undefined): Answered => {
    const { folder_id, file_name, file_size } = JSON.parse(call.body.toString()) as {
      folder_id: string;
      file_name: string;
      file_size: number;
    };
    if (file_size < 20_000_000) return answer(call, 400, { code: 'file_size_too_small' });
    const target = id ?? add({ name: file_name, parent: folder_id, type: 'file' });
    return answer(call, 201, { id: api.begin(target, file_size), part_size: PART });
  };
  const part = (call: Call, session: string): Answered => {
    const upload = api.sessions.get(session);
    if (!upload) return answer(call, 404, {});
    const digest = `sha=${sha1(call.body).digest('base64')}`;
    if (call.request.headers.digest !== digest) return answer(call, 400, { code: 'part_digest_mismatch' });
    const start = Number(/^bytes (\d+)-/.exec(String(call.request.headers['content-range']))?.[1]);
    if (api.takes(call, () => append(upload, call))) return undefined;
    return answer(call, 200, { part: { part_id: String(start), offset: start, size: call.body.length } });
  };
  const commit = (call: Call, session: string): Answered => {
    const upload = api.sessions.get(session);
    if (!upload) return answer(call, 404, {});
    const { parts } = JSON.parse(call.body.toString()) as { parts: { offset: number; size: number }[] };
    const listed = parts.reduce((sum, { size }) => sum + size, 0);
    const isRight = call.request.headers.digest === `sha=${sha1(upload.bytes).digest('base64')}`;
    if (listed !== upload.total || !isRight) return answer(call, 409, { code: 'conflict' });
    commits += 1;
    // The parts are put together while the first one waits.
    if (commits % 2 === 1) return answer(call, 202, undefined, { 'retry-after': '0.01' });
    api.sessions.delete(session);
    api.files.set(pathOf(upload.target), upload.bytes);
    return stored(call, upload.target);
  };

  return (call) => {
    const { method } = call.request;
    const path = call.url.pathname.replace(/^\/api/, '');
    const [, , kind, id, rest] = path.split('/');
    const signed = call.url.searchParams.get('box');
    if (signed !== null) return answer(call, 200, api.files.get(pathOf(signed)) ?? Buffer.alloc(0));
    if (kind === 'folders') return folders(call);
    if (id === 'content') return method === 'OPTIONS' ? preflight(call) : form(call, undefined);
    if (id === 'upload_sessions' && rest === undefined) return begin(call, undefined);
    if (id === 'upload_sessions' && rest !== undefined) {
      if (path.endsWith('/commit')) return commit(call, rest);
      if (method === 'PUT') return part(call, rest);
      api.sessions.delete(rest);
      return answer(call, 204);
    }
    if (id === undefined || !nodes.has(id)) return answer(call, 404, {});
    if (rest === 'upload_sessions') return begin(call, id);
    if (rest === 'content' && method === 'POST') return form(call, id);
    if (rest === 'content') return answer(call, 302, undefined, { location: `${api.origin}/2.0/signed?box=${id}` });
    if (method === 'DELETE') {
      api.files.delete(pathOf(id));
      return answer(call, 204);
    }
    return answer(call, 200, item(id));
  };
}

interface Attributes {
  readonly name: string;
  readonly parent: { readonly id: string };
}
