#!/usr/bin/env node
// Runs on any Node.js, so that one that is too old for our sources gets a sentence, or another Node.js, and no stack.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Oldest Node.js that runs TypeScript as we write it. */
const OLDEST = 24;

const here = path.dirname(fileURLToPath(import.meta.url));
const main = new URL('../src/main.ts', import.meta.url);

/** The Node.js that was installed beside us, as a package. */
function installedNode() {
  for (let folder = here; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules/.bin/node');
    if (existsSync(found)) return found;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Ends as the other one ends, and passes on what ends it. */
function runWith(node) {
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both of us from the terminal; a second one would end a service in the middle of its work.
  const passOn = (signal) => process.stdin.isTTY && signal === 'SIGINT' || child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  child.on('error', () => fail());
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function fail() {
  process.stderr.write(
    `Platen needs Node.js ${OLDEST} or newer; this is ${process.version}. Run "script/setup" in the checkout, which brings one, or install it.\n`,
  );
  process.exitCode = 1;
}

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  await import(main.href);
} else {
  const node = installedNode();
  if (node === undefined) fail();
  else runWith(node);
}
