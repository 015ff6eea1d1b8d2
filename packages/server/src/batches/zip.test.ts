import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { type ZipEntry, zipOf } from './zip.ts';

const entry = (name: string, bytes: Buffer, opened: string[] = []): ZipEntry => ({
  name,
  bytes: bytes.length,
  read: async function* () {
    opened.push(name);
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  },
});

async function* each(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

it('has short and long files, texts and empty ones, as another program reads them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-zip-'));
  try {
    const files = { 'a.pdf': 250_000, 'b.txt': 5_000, 'c.pdf': 1_500_000, 'd.pdf': 0, 'e.png': 1 };
    const all = Object.entries(files).map(([name, size]) => ({ name, bytes: randomBytes(size) }));
    const archive = path.join(folder, 'all.zip');
    await writeFile(archive, zipOf(each(...all.map(({ name, bytes }) => entry(name, bytes)))));
    execFileSync('unzip', ['-qq', archive, '-d', folder]);
    for (const { name, bytes } of all) expect(bytes.equals(readFileSync(path.join(folder, name)))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('reads no further than its reader has come, and no more when that leaves', async () => {
  const opened: string[] = [];
  const bytes = randomBytes(500_000);
  const archive = zipOf(each(...Array.from({ length: 50 }, (_, index) => entry(`${index}.pdf`, bytes, opened))));
  await archive.next();
  await sleep(50);
  expect(opened.length).toBeLessThan(4);
  await archive.return(undefined);
  await sleep(50);
  expect(opened.length).toBeLessThan(4);
});

it('closes the file that it reads when its reader leaves', async () => {
  let closed = false;
  const long = entry('long.pdf', randomBytes(3_000_000));
  const read = async function* () {
    try {
      yield* long.read();
    } finally {
      closed = true;
    }
  };
  const archive = zipOf(each({ ...long, read }));
  await archive.next();
  expect(closed).toBe(false);
  await archive.return(undefined);
  await vi.waitFor(() => expect(closed).toBe(true));
});
