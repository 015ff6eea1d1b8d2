import { UsageError } from './arguments.ts';
import { administer, type Streams } from './keys.ts';

const WAITLIST_USAGE = `Usage: platen waitlist COMMAND

  list                      organisations that asked for the analysis: id, waiting or granted, since when
  grant ORGANISATION        let an organisation use the analysis, whether it has asked or not

  --help                    this text

It counts where AI_ACCESS is "waitlist". ORGANISATION is an id, as GET /v1/account shows it, or "first". The commands
work on the database that the environment names, as "platen serve" does.
`;

/** `platen waitlist …`. @returns exit status */
export async function runWaitlist(args: readonly string[], streams: Streams): Promise<number> {
  const [command, organisation, ...more] = args;
  if (command === '--help' || command === '-h') {
    streams.out.write(WAITLIST_USAGE);
    return 0;
  }
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`);
  switch (command) {
    case 'list':
      if (organisation !== undefined) throw new UsageError('"platen waitlist list" takes no argument.');
      return await administer(undefined, streams, async (administration) => {
        for (const { organisationId, status, since } of await administration.waitlist()) {
          streams.out.write(`${[organisationId, status, since].join('\t')}\n`);
        }
      });
    case 'grant':
      if (organisation === undefined) throw new UsageError('Name the organisation: an id, or "first".');
      return await administer(organisation === 'first' ? undefined : organisation, streams, async (administration) => {
        await administration.grantAnalysis();
        streams.error.write('The organisation may use the analysis.\n');
      });
    default:
      throw new UsageError('Name what to do with the waitlist: list or grant. See "platen waitlist --help".');
  }
}
