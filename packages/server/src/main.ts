import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Half of a start is reading our sources. Where the folder cannot be written to, nothing is kept.
enableCompileCache(path.resolve(import.meta.dirname, '../../../.cache/compiled'));

// What is loaded before is not kept.
const { runService } = await import('./service/run.ts');
await runService(process.argv.slice(2));
