import type { AnyKind } from './kind.ts';
import { AZURE_BLOB } from './kinds/azure-blob.ts';
import { BOX } from './kinds/box.ts';
import { DROPBOX } from './kinds/dropbox.ts';
import { EMAIL } from './kinds/email.ts';
import { FTP } from './kinds/ftp.ts';
import { GCS } from './kinds/gcs.ts';
import { GOOGLE_DRIVE } from './kinds/google-drive.ts';
import { GOTENBERG_WEBHOOK } from './kinds/gotenberg-webhook.ts';
import { HTTP_PUT } from './kinds/http-put.ts';
import { ONEDRIVE } from './kinds/onedrive.ts';
import { S3 } from './kinds/s3.ts';
import { SFTP } from './kinds/sftp.ts';
import { WEBDAV } from './kinds/webdav.ts';

/** Every kind of destination, in the order of the reference. */
export const KINDS: readonly AnyKind[] = [
  ...[S3, GCS, AZURE_BLOB],
  ...[DROPBOX, GOOGLE_DRIVE, ONEDRIVE, BOX],
  ...[WEBDAV, SFTP, FTP, EMAIL, HTTP_PUT],
];

/** Kinds that requests of other services have, and no field of ours. */
export const OF_OTHERS: readonly AnyKind[] = [GOTENBERG_WEBHOOK];

/** @throws Error for a kind that there is not, which no request can have */
export function kindOf(name: string): AnyKind {
  const kind = [...KINDS, ...OF_OTHERS].find((each) => each.name === name);
  if (!kind) throw new Error(`There is no kind of destination "${name}".`);
  return kind;
}
