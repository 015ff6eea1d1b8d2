import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { unzip, zipOf } from './zip.ts';

const files = [
  { name: 'index.liquid', bytes: new TextEncoder().encode('<p>{{ naïve }}</p>'.repeat(50)) },
  { name: 'img/логотип.svg', bytes: new Uint8Array([0, 255, 10, 13]) },
];
const PACK = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
  z.writestr('folder/', '')
  z.writestr('folder/index.liquid', '<p>{{ name }}</p>' * 100)`;
const LIST = `import sys, zipfile, json
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps([[n, z.read(n).hex()] for n in z.namelist()]))`;

it('packs files that others unpack, unpacks what others packed, and refuses what is none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zip-'));
  try {
    const file = path.join(folder, 'a.zip');
    writeFileSync(file, new Uint8Array(await zipOf(files).arrayBuffer()));
    const listed = JSON.parse(execFileSync('python3', ['-c', LIST, file], { encoding: 'utf8' }));
    expect(listed).toEqual(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]));
    expect(await unzip(zipOf(files))).toEqual(files);

    execFileSync('python3', ['-c', PACK, file]);
    const [only, ...more] = await unzip(new Blob([new Uint8Array(readFileSync(file))]));
    expect([only?.name, new TextDecoder().decode(only?.bytes), more.length]).toEqual([
      'folder/index.liquid',
      '<p>{{ name }}</p>'.repeat(100),
      0,
    ]);
    await expect(unzip(new Blob(['no zip at all, but longer than its end']))).rejects.toThrow('no end');
    const large = [{ name: 'a', bytes: new Uint8Array(40_000_001) }];
    await expect(unzip(zipOf(large))).rejects.toThrow('too large');
    const broken = new Uint8Array(await zipOf(files).arrayBuffer());
    broken.fill(0, 50, 60);
    await expect(unzip(new Blob([broken]))).rejects.toThrow('damaged');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
