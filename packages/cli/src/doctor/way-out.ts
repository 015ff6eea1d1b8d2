import { getServers, lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@platen/server/operation';
import { type Finding, ok, warning } from './finding.ts';

/** Milliseconds that a resolver may take. */
const PATIENCE = 3_000;
/** A name that is reserved for such purposes, and there (RFC 2606). */
const NAME = 'example.com';

/** Whether names resolve, and what pages may reach. */
export async function checkNames({ egressAllow, egressDeny }: Config): Promise<Finding[]> {
  const servers = getServers().join(', ') || 'none';
  const patience = new AbortController();
  const found = await Promise.race([
    lookup(NAME).then(
      () => 'found',
      ({ code }: NodeJS.ErrnoException) => `not found (${code})`,
    ),
    sleep(PATIENCE, `no answer within ${PATIENCE / 1_000} seconds`, { signal: patience.signal }),
  ]);
  patience.abort();
  const resolver =
    found === 'found'
      ? ok('names', `they resolve (resolver: ${servers})`)
      : warning(
          'names',
          `${NAME}: ${found} (resolver: ${servers})`,
          'Pages by address and what documents load from elsewhere will fail: correct /etc/resolv.conf. HTML needs none.',
        );
  const also = egressAllow.length > 0 ? `, and ${egressAllow.join(', ')}` : '; PLATEN_EGRESS_ALLOW would add to that';
  const never = egressDeny.length > 0 ? `; never ${egressDeny.join(', ')}` : '';
  return [resolver, ok('outgoing', `pages may reach public addresses on ports 80, 443, 8080 and 8443${also}${never}`)];
}
