import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const named = z.looseObject({ organisationId: z.string().regex(/^(?:org_\w{1,64}|instance)$/) });

/** Writes a head of the audit log as it was when the backup was made; its signature is checked when it is read. */
export async function keepHead(dataFolder: string, text: string): Promise<void> {
  const { organisationId } = named.parse(JSON.parse(text));
  const folder = path.join(dataFolder, 'audit');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, `${organisationId}.json`), text, { mode: 0o600, flush: true });
}
