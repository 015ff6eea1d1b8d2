import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../packages/server/src/config/environment.ts';

/** The files of deploy/ for containers beside what they depend on. script/image shows that the image works. */
const read = (file: string) => readFileSync(file, 'utf8');
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, { image: string; environment: Record<string, string> }>;
};
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'platen');

describe('deploy/compose.yaml', () => {
  it('gives the service settings that it knows', () => {
    expect(ours.map(([name]) => name)).toEqual(['platen', 'worker']);
    for (const [, service] of ours)
      for (const name of Object.keys(service.environment)) expect(Object.keys(environment.shape)).toContain(name);
  });

  it('takes from .env what the example of it explains, and nothing else', () => {
    const taken = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const explained = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect([...new Set(taken)].sort()).toEqual(explained.sort());
  });
});

describe('deploy/Dockerfile', () => {
  it('installs groups that the list of Debian packages has', () => {
    const groups = /\^\(([^)]+)\)/.exec(read('deploy/Dockerfile'))?.[1]?.split('|') ?? [];
    const list = read('deploy/debian-packages.txt');
    expect(groups.length).toBeGreaterThan(2);
    for (const group of groups) expect(list).toMatch(new RegExp(`^${group} +\\S`, 'm'));
  });

  it('sets what the service knows', () => {
    const [, set = ''] = /^ENV (.*)$/m.exec(read('deploy/Dockerfile')) ?? [];
    const names = [...set.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    const known = [...Object.keys(environment.shape), 'NODE_ENV', 'PATH'];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names).toContain('PLATEN_DATA');
  });
});

it('the image has the guides with their pictures, which the service shows', () => {
  const without = read('.dockerignore').split('\n');
  expect(without.filter((line) => /^(?:\*\*\/)?docs\b/.test(line))).toEqual([]);
});

it('deploy/.env stays out of git and of the image', () => {
  expect(read('.gitignore')).toMatch(/^\/deploy\/\.env$/m);
  expect(read('.dockerignore')).toMatch(/^\*\*\/\.env$/m);
});
