import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareFolder, readFolder } from './templates-folder.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'platen-folder-'));
  folder = path.join(parent, 'invoice');
});
afterEach(() => rmSync(parent, { recursive: true }));

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const FULL = {
  'index.liquid': '<p>{{ a }}\r\n\u00e9</p>',
  'header.liquid': 'H',
  'footer.liquid': 'F',
  'style.css': 'p {}',
  'data.json': '{ "a": [1, 2] }',
  'samples.json': '[{"name": "2", "data": {}}, {"name": "1", "data": {"a": []}}]',
  'schema.json': '{"type": "object"}\n',
  'options.json': '{"format": "A5"}',
  'snippets/line.liquid': 'L',
  'img/logo.png': Buffer.from([0x89, 0x50, 0, 255]),
  'print.css': 'q {}',
};
const MORE = {
  'README.md': '#',
  'preview.png': 'P',
  '.hidden': 'x',
  'notes.txt': 'n',
  'snippets/Bad Name.liquid': 'x',
};

describe('readFolder', () => {
  it('reads all that a template has, and names what is none of it', () => {
    write({ ...FULL, ...MORE });
    const { template, ignored } = readFolder(folder);
    expect(template).toMatchObject({
      slug: 'invoice',
      content: FULL['index.liquid'],
      css: 'p {}',
      header: 'H',
      footer: 'F',
      sample_data: { a: [1, 2] },
      samples: [
        { name: '2', data: {} },
        { name: '1', data: { a: [] } },
      ],
      schema: { type: 'object' },
      options: { format: 'A5' },
      escape: 'html',
      strict_variables: false,
    });
    expect(template).not.toHaveProperty('name');
    expect([...template.snippets]).toEqual([['line', 'L']]);
    expect([...template.assets.keys()]).toEqual(['img/logo.png', 'print.css']);
    expect(ignored).toEqual(['notes.txt', 'snippets/Bad Name.liquid']);
  });

  it('takes its settings from template.json', () => {
    const named = { slug: 'bill', name: 'Bill', folder: 'Invoices/2026' };
    const settings = { ...named, escape: 'none', strict_variables: true, options: { format: 'A4' } };
    write({ 'index.liquid': 'x', 'template.json': JSON.stringify(settings) });
    expect(readFolder(folder).template).toMatchObject({ ...settings, css: null, header: null, sample_data: null });
  });

  it.each([
    [{ 'style.css': '' }, 'no index.liquid'],
    [{ 'index.liquid': Buffer.from([0xff]) }, 'UTF-8'],
    [{ 'index.liquid': 'x', 'data.json': '[]' }, 'JSON object'],
    [{ 'index.liquid': 'x', 'options.json': '{' }, 'JSON object'],
    [{ 'index.liquid': 'x', 'samples.json': '[{"name": "x"}]' }, 'a JSON list of'],
    [{ 'index.liquid': 'x', 'samples.json': '{}' }, 'a JSON list of'],
    [{ 'index.liquid': 'x', 'template.json': '{"slgu": "x"}' }, '"slgu"; it may have slug, name'],
    [{ 'index.liquid': 'x', 'template.json': '{"slug": "Big"}' }, '"slug" of template.json'],
    [{ 'index.liquid': 'x', 'options.json': '{}', 'template.json': '{"options": {}}' }, 'keep one of them'],
    [{ 'index.liquid': 'x', 'a.png': Buffer.alloc(25 * 1024 * 1024 + 1) }, '25 MB'],
  ])('refuses %#', (files, words) => {
    write(files as Record<string, string>);
    expect(() => readFolder(folder)).toThrow(words);
  });

  it('reads nothing through a link', () => {
    writeFileSync(path.join(parent, 'secret.png'), 'secret');
    write({ 'index.liquid': 'x' });
    symlinkSync(path.join(parent, 'secret.png'), path.join(folder, 'logo.png'));
    mkdirSync(path.join(parent, 'elsewhere'));
    writeFileSync(path.join(parent, 'elsewhere', 'secret.png'), 'secret');
    symlinkSync(path.join(parent, 'elsewhere'), path.join(folder, 'img'));
    expect(readFolder(folder).template.assets.size).toBe(0);
    symlinkSync(path.join(parent, 'secret.png'), path.join(folder, 'style.css'));
    expect(() => readFolder(folder)).toThrow('is a link');
  });
});

describe('compareFolder', () => {
  const stored = () => ({ name: 'invoice', ...readFolder(folder).template });

  it('finds nothing to do in the folder that a template came from', () => {
    write({ ...FULL, ...MORE, 'template.json': '{"slug": "invoice", "name": "invoice"}' });
    expect(compareFolder(folder, stored())).toMatchObject({ added: [], changed: [], removed: [] });
  });

  it('writes a folder that reads as the same template, with equal texts and files', () => {
    write(FULL);
    const template = { ...stored(), name: 'Bill', folder: 'Invoices', escape: 'none' as const };
    const copy = path.join(parent, 'copy');
    compareFolder(copy, template).write();
    expect(readFolder(copy).template).toEqual(template);
    for (const name of ['index.liquid', 'style.css', 'img/logo.png', 'snippets/line.liquid']) {
      expect(readFileSync(path.join(copy, name))).toEqual(readFileSync(path.join(folder, name)));
    }
    expect(JSON.parse(readFileSync(path.join(copy, 'template.json'), 'utf8'))).toEqual({
      slug: 'invoice',
      name: 'Bill',
      folder: 'Invoices',
      escape: 'none',
    });
  });

  it('tells what it would change and remove, and does it', () => {
    write({ ...FULL, 'notes.txt': 'n', 'old.png': 'o' });
    const { assets, ...template } = stored();
    const kept = new Map([...assets].filter(([name]) => name !== 'old.png'));
    const compared = compareFolder(folder, { ...template, assets: kept, content: 'new', header: null });
    expect(compared).toMatchObject({ added: [], changed: ['index.liquid'] });
    expect(compared.removed.toSorted()).toEqual(['header.liquid', 'old.png']);
    compared.write();
    expect(readFileSync(path.join(folder, 'index.liquid'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toContain('notes.txt');
    expect(readdirSync(folder)).not.toContain('old.png');
  });

  it.each(['../evil.png', '/etc/evil.png', 'a/../../evil.png'])('writes no file %s', (name) => {
    write({ 'index.liquid': 'x' });
    const template = { ...stored(), assets: new Map([[name, Buffer.from('x')]]) };
    expect(() => compareFolder(folder, template)).toThrow('leads out of the folder');
  });

  it.each(['style.css', 'snippets/a.css', 'template.json'])(
    'has no file named %s, which would be something else',
    (name) => {
      write({ 'index.liquid': 'x' });
      const template = { ...stored(), assets: new Map([[name, Buffer.from('p{}')]]) };
      expect(() => compareFolder(folder, template)).toThrow(`a file named "${name}"`);
    },
  );

  it('writes nothing through a link', () => {
    write({ 'index.liquid': 'x' });
    symlinkSync(parent, path.join(folder, 'img'));
    const template = { ...stored(), assets: new Map([['img/evil.png', Buffer.from('x')]]) };
    expect(() => compareFolder(folder, template)).toThrow('is a link');
  });
});
