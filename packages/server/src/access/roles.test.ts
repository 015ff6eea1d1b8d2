import { describe, expect, it } from 'vitest';
import { operationOf } from '../access/operations.ts';
import { RESOURCES, ROLE_TABLE, ROLES, reachOf } from '../rights/roles.ts';

/** `r` all, `w` all; what reaches less far is written out. */
const EXPECTED = `
             owner  admin           developer     billing   auditor
organisation rw     -               -             -         -
members      rw     r,w:ordinary    -             -         r
keys         rw     rw              r:own,w:own   -         r:secretless
webhooks     rw     rw              rw            -         r:secretless
connections  rw     rw              -             -         r:secretless
templates    rw     rw              rw            -         r:names
convert      w      w               w             -         -
jobs         r      r               r             r:counts  r
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

describe('operationOf', () => {
  it.each([
    ['POST', '/v1/convert', 'convert', 'write'],
    ['POST', '/v1/convert/pdf', 'convert', 'write'],
    ['GET', '/v1/keys', 'keys', 'read'],
    ['HEAD', '/v1/keys', 'keys', 'read'],
    ['PATCH', '/v1/keys/key_1', 'keys', 'write'],
    ['GET', '/v1/audit', 'audit', 'read'],
    ['POST', '/api/pdf/summarize', 'convert', 'write'],
    ['GET', '/api/user/ai-usage', 'usage', 'read'],
  ])('%s %s', (method, path, resource, action) => {
    expect(operationOf(method, path)).toEqual({ resource, action });
  });

  it.each(['/', '/v1', '/v2/keys', '/v1/nothing', '/v1/__proto__', '/v1/constructor'])('%s is none', (path) => {
    expect(operationOf('GET', path)).toBeUndefined();
  });
});
