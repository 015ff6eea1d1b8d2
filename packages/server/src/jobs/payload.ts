import type { SourceFile } from '@platen/engine';
import type { Payer } from '../access/caller.ts';
import type { LaterBeside } from '../conversions/later-fields.ts';
import type { ConversionKind } from '../conversions/service.ts';
import type { SealedObject } from '../vault/vault.ts';

/** What a job was accepted with; sealed while it waits and runs. */
export interface JobPayload {
  readonly caller: Payer;
  readonly kind: ConversionKind;
  /** What the client would like to have, of `POST /v1/convert/image`. */
  readonly accept?: string;
  /** What comes back with the job. */
  readonly note?: string;
  /** Where its result is sent and its end reported, if its body does not say so. */
  readonly beside?: LaterBeside;
  /** The body as it was sent. */
  readonly json: unknown;
  readonly files: readonly SourceFile[];
}

interface Head extends Omit<JobPayload, 'files'> {
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

const LENGTH = 4;

/** Length of the head, the head as JSON, then the bytes of each file. */
export function writePayload({ files, ...rest }: JobPayload): Buffer {
  const head: Head = { ...rest, files: files.map(({ name, bytes }) => ({ name, size: bytes.byteLength })) };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, ...files.map(({ bytes }) => bytes)]);
}

export function readPayload(bytes: Buffer): JobPayload {
  const length = bytes.readUInt32BE();
  const { files, ...rest } = JSON.parse(bytes.toString('utf8', LENGTH, LENGTH + length)) as Head;
  let start = LENGTH + length;
  return {
    ...rest,
    files: files.map(({ name, size }) => {
      start += size;
      return { name, bytes: bytes.subarray(start - size, start) };
    }),
  };
}

export const payloadOf = (organisationId: string, jobId: string): SealedObject => ({
  organisationId,
  kind: 'job_request',
  id: jobId,
});

export const outcomeOf = (organisationId: string, jobId: string): SealedObject => ({
  organisationId,
  kind: 'job_outcome',
  id: jobId,
});
