#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import path from 'node:path';

// To read our sources takes longer than most commands do. Where the folder cannot be written to, nothing is kept.
enableCompileCache(path.resolve(import.meta.dirname, '../../../.cache/compiled'));

// What is loaded before is not kept.
const { runPlaten } = await import('./run.ts');
const status = await runPlaten(process.argv.slice(2), {
  in: process.stdin,
  out: process.stdout,
  error: process.stderr,
});
if (status !== undefined) process.exitCode = status;
