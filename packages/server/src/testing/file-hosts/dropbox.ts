import { createHash } from 'node:crypto';
import { type Answered, answer, type Call, type FileHostApi } from './api.ts';

/** Blocks of a content hash. */
const BLOCK = 4 * 1024 * 1024;

interface Argument {
  readonly path?: string;
  readonly cursor?: { readonly session_id: string; readonly offset: number };
  readonly commit?: { readonly path: string };
}

/** Dropbox: upload sessions, metadata, and what else deliveries ask for. */
export function dropbox(api: FileHostApi, call: Call): Answered {
  const { request, url, body } = call;
  const {
    path = '',
    cursor,
    commit,
  } = JSON.parse(String(request.headers['dropbox-api-arg'] ?? body.toString())) as Argument;
  const name = url.pathname.split('/files/')[1];
  if (name === 'upload_session/start') return answer(call, 200, { session_id: api.begin('') });
  if (cursor) {
    const session = api.sessions.get(cursor.session_id);
    if (!session) return answer(call, 409, { error_summary: 'not_found/..' });
    if (cursor.offset !== session.bytes.length) {
      const error = { correct_offset: session.bytes.length };
      return answer(call, 409, { error_summary: 'incorrect_offset/..', error });
    }
    if (commit) {
      api.files.set(commit.path.slice(1), session.bytes);
      return answer(call, 200, metadata(commit.path, session.bytes));
    }
    const isFault = api.takes(call, () => {
      session.bytes = Buffer.concat([session.bytes, body]);
    });
    return isFault ? undefined : answer(call, 200, {});
  }
  const file = api.files.get(path.slice(1));
  if (!file) return answer(call, 409, { error_summary: 'path/not_found/..' });
  if (name === 'delete_v2') api.files.delete(path.slice(1));
  return answer(call, 200, name === 'download' ? file : metadata(path, file));
}

function metadata(path: string, bytes: Buffer) {
  const blocks = createHash('sha256');
  for (let at = 0; at < bytes.length; at += BLOCK)
    blocks.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + BLOCK))
        .digest(),
    );
  return { path_display: path, rev: 'd1', size: bytes.length, content_hash: blocks.digest('hex') };
}
