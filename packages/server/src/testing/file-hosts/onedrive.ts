import { type Answered, answer, append, type Call, type FileHostApi, isWhole } from './api.ts';

/** OneDrive (Microsoft Graph): upload sessions, which end with their last chunk, and refuse tokens. */
export function onedrive(api: FileHostApi, call: Call): Answered {
  const { request, url, body } = call;
  const upload = url.searchParams.get('upload');
  if (upload !== null) return toSession(api, call, upload);
  const signed = url.searchParams.get('file');
  if (signed !== null) return answer(call, 200, api.files.get(signed));
  const [, text = ''] = /\/root:\/(.*?)(?::\/createUploadSession)?$/.exec(url.pathname) ?? [];
  const path = decodeURIComponent(text);
  if (request.method === 'POST') {
    if (!body.toString().includes('"replace"')) return answer(call, 409, { error: { code: 'nameAlreadyExists' } });
    return answer(call, 200, { uploadUrl: `${api.origin}/v1.0/session?upload=${api.begin(path)}` });
  }
  const file = api.files.get(path);
  if (!file) return answer(call, 404, {});
  if (request.method === 'DELETE') {
    api.files.delete(path);
    return answer(call, 204);
  }
  return answer(call, 200, item(api, path, file));
}

function toSession(api: FileHostApi, call: Call, id: string): Answered {
  const session = api.sessions.get(id);
  if (call.request.headers.authorization) return answer(call, 401);
  if (!session) return answer(call, 404, { error: { code: 'itemNotFound' } });
  const expected = () => ({ nextExpectedRanges: [`${session.bytes.length}-`] });
  if (call.request.method === 'GET') return answer(call, 200, expected());
  const total = Number(String(call.request.headers['content-range']).split('/')[1]);
  const take = () => {
    append(session, call);
    if (!isWhole({ ...session, total })) return;
    api.files.set(session.target, session.bytes);
    api.sessions.delete(id);
  };
  if (api.takes(call, take)) return undefined;
  if (api.sessions.has(id)) return answer(call, 202, expected());
  return answer(call, 201, item(api, session.target, session.bytes));
}

const item = (api: FileHostApi, path: string, bytes: Buffer) => ({
  size: bytes.length,
  eTag: 'o1',
  webUrl: `https://onedrive.example/${path}`,
  file: { hashes: { quickXorHash: quickXorHash(bytes) } },
  '@microsoft.graph.downloadUrl': `${api.origin}/v1.0/signed?file=${encodeURIComponent(path)}`,
});

/** Bit by bit, as the algorithm is described, and not as the product does it. */
function quickXorHash(bytes: Buffer): string {
  const ring = new Array<number>(160).fill(0);
  for (const [index, byte] of bytes.entries())
    for (let bit = 0; bit < 8; bit += 1) {
      const at = (index * 11 + bit) % 160;
      ring[at] = (ring[at] as number) ^ ((byte >> bit) & 1);
    }
  const sum = Buffer.alloc(20);
  for (const [at, value] of ring.entries()) sum[at >> 3] = (sum[at >> 3] as number) | (value << (at & 7));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  for (const [at, byte] of length.entries()) sum[at + 12] = (sum[at + 12] as number) ^ byte;
  return sum.toString('base64');
}
