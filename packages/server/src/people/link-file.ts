import { chmodSync, closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Name of the file in the data folder. */
const FILE = 'emails.txt';

/**
 * Writes the links of emails, where no mail server is named, to a file that only this user may read: whoever reads the log
 * of a service, which is often sent elsewhere, could take over accounts with them.
 * @param note tells the terminal where they are, once
 */
export function linkFile(
  dataFolder: string,
  note: (text: string) => void = (text) => process.stderr.write(text),
): (text: string) => void {
  const file = path.join(dataFolder, FILE);
  let noted = false;
  return (text) => {
    const handle = openSync(file, 'a', 0o600);
    try {
      // It may have been there before, made by a copy or an editor.
      chmodSync(file, 0o600);
      writeSync(handle, `${new Date().toISOString()} ${text}`);
    } finally {
      closeSync(handle);
    }
    if (!noted) note(`SMTP_URL is not set, so no mail is sent: links of emails are in ${file}.\n`);
    noted = true;
  };
}
