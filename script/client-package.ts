/** Writes the package.json of the client that is published: `node script/client-package.ts FOLDER`. Asked by `script/client`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = ''] = process.argv.slice(2);
const source = new URL('../packages/client/package.json', import.meta.url);
const { private: _private, exports: _sources, ...facts } = JSON.parse(readFileSync(source, 'utf8'));
const published = {
  ...facts,
  engines: { node: '>=20' },
  sideEffects: false,
  exports: {
    '.': {
      import: { types: './esm/index.d.ts', default: './esm/index.js' },
      require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
    },
  },
};
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
