#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { UsageError } from './arguments.ts';

// To read our sources takes longer than most commands do. Where the folder cannot be written to, nothing is kept.
enableCompileCache(path.resolve(import.meta.dirname, '../../../.cache/compiled'));

const USAGE = `Usage: platen COMMAND

  convert INPUT -o OUTPUT   convert a file or a URL; see "platen convert --help"
  serve                     start the service; it is configured by environment variables
  keys create|list|revoke   API keys, on the database of the service; see "platen keys --help"
  plans list|set|end        plans of organisations; see "platen plans --help"
  waitlist list|grant       who may use the analysis, where that is by waitlist
  analyze KIND FILE         read an invoice, a receipt, a bank statement or any text; see "platen analyze --help"
  audit verify              check that no row of the audit log was changed or removed
  templates push|pull       templates as files, to and from a service; see "platen templates --help"
  db dump|restore FILE      save the service's database, or load it into an empty one
`;

/** What explains itself. */
const COMMANDS_WITH_HELP = new Set(['convert', 'db', 'keys', 'plans', 'waitlist', 'analyze', 'templates']);

async function run(args: readonly string[]): Promise<number | undefined> {
  const [command, ...rest] = args;
  // A command is loaded when it is asked for: a conversion needs no server, and what is loaded here already is not kept.
  switch (command) {
    case 'convert': {
      const { runConvert } = await import('./convert.ts');
      return await runConvert(rest, { in: process.stdin, out: process.stdout, error: process.stderr });
    }
    case 'serve': {
      const { runService } = await import('@platen/server');
      await runService();
      return undefined;
    }
    case 'db': {
      const { runDatabase } = await import('./database.ts');
      return await runDatabase(rest, { in: process.stdin, out: process.stdout, error: process.stderr });
    }
    case 'keys':
    case 'audit': {
      const { runAudit, runKeys } = await import('./keys.ts');
      const streams = { out: process.stdout, error: process.stderr };
      return await (command === 'keys' ? runKeys(rest, streams) : runAudit(rest, streams));
    }
    case 'plans': {
      const { runPlans } = await import('./plans.ts');
      return await runPlans(rest, { out: process.stdout, error: process.stderr });
    }
    case 'waitlist': {
      const { runWaitlist } = await import('./waitlist.ts');
      return await runWaitlist(rest, { out: process.stdout, error: process.stderr });
    }
    case 'analyze': {
      const { runAnalyze } = await import('./analyze.ts');
      return await runAnalyze(rest, { in: process.stdin, out: process.stdout, error: process.stderr });
    }
    case 'templates': {
      const { runTemplates } = await import('./templates.ts');
      return await runTemplates(rest, { out: process.stdout, error: process.stderr });
    }
    case '--help':
    case '-h':
      process.stdout.write(USAGE);
      return 0;
    default:
      throw new UsageError(command === undefined ? 'Name a command.' : `The command "${command}" is not known.`);
  }
}

try {
  const status = await run(process.argv.slice(2));
  if (status !== undefined) process.exitCode = status;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  const [command = ''] = process.argv.slice(2);
  const own = COMMANDS_WITH_HELP.has(command) ? `"platen ${command} --help"` : '"platen --help"';
  process.stderr.write(`${error.message}\nSee ${own}.\n`);
  process.exitCode = 2;
}
