import { describe, expect, it } from 'vitest';
import { RESOURCES, ROLE_TABLE, ROLES, reachOf } from './roles.ts';

/** `r` all, `w` all; what reaches less far is written out. */
const EXPECTED = `
             owner  admin           developer     billing   auditor
organisation rw     -               -             -         -
members      rw     r,w:ordinary    -             -         r
keys         rw     rw              r:own,w:own   -         r:secretless
webhooks     rw     rw              r:own,w:own   -         r:secretless
connections  rw     rw              r:own,w:own   -         r:secretless
templates    rw     rw              rw            -         r:names
convert      w      w               w             -         -
jobs         r      r               r             -         r
results      r      r               r:own         -         -
usage        r      r               r             r         r
billing      rw     r               -             rw        r
logs         r      r               r             -         r
audit        r      r               -             -         r
`;

function cell(role: (typeof ROLES)[number], resource: (typeof RESOURCES)[number]): string {
  const [read, write] = [reachOf(role, resource, 'read'), reachOf(role, resource, 'write')];
  if (read === 'all' && write === 'all') return 'rw';
  const part = (letter: string, reach: string | undefined) =>
    reach === undefined ? [] : [reach === 'all' ? letter : `${letter}:${reach}`];
  return [...part('r', read), ...part('w', write)].join(',') || '-';
}

describe('the role table', () => {
  it('is the one that is promised', () => {
    const [header = '', ...rows] = EXPECTED.trim().split('\n');
    expect(header.trim().split(/ +/)).toEqual([...ROLES]);
    expect(rows.map((row) => row.split(/ +/))).toEqual(
      RESOURCES.map((resource) => [resource, ...ROLES.map((role) => cell(role, resource))]),
    );
  });

  it('knows no names by accident', () => {
    expect(Object.keys(ROLE_TABLE)).toEqual([...ROLES]);
    expect(reachOf('auditor', 'audit', 'write')).toBeUndefined();
  });
});
