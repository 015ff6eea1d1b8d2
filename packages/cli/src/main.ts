#!/usr/bin/env node
import { UsageError } from './arguments.ts';
import { runConvert } from './convert.ts';
import { runDatabase } from './database.ts';

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

async function run(args: readonly string[]): Promise<number | undefined> {
  const [command, ...rest] = args;
  switch (command) {
    case 'convert':
      return await runConvert(rest, { in: process.stdin, out: process.stdout, error: process.stderr });
    case 'serve': {
      // Loaded here only: a conversion needs no server.
      const { runService } = await import('@platen/server');
      await runService();
      return undefined;
    }
    case 'db':
      return await runDatabase(rest, { in: process.stdin, out: process.stdout, error: process.stderr });
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
  process.stderr.write(`${error.message}\nSee "platen --help" and "platen convert --help".\n`);
  process.exitCode = 2;
}
