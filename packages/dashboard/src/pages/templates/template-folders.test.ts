import { expect, it } from 'vitest';
import { foldersIn, levelsOf } from './template-folders.ts';

const entries = ['', 'Invoices', 'Invoices/2026', 'Invoices/2026/Drafts', 'Invoices 2', 'Letters/2026'].map(
  (folder) => ({
    folder,
  }),
);

it('shows the folders right below one, with all that is in them', () => {
  expect(foldersIn(entries, '')).toEqual([
    { name: 'Invoices', path: 'Invoices', count: 3 },
    { name: 'Invoices 2', path: 'Invoices 2', count: 1 },
    { name: 'Letters', path: 'Letters', count: 1 },
  ]);
  expect(foldersIn(entries, 'Invoices')).toEqual([{ name: '2026', path: 'Invoices/2026', count: 2 }]);
  expect(foldersIn(entries, 'Invoices/2026/Drafts')).toEqual([]);
});

it('leads back through the folders that one is in', () => {
  expect(levelsOf('Invoices/2026')).toEqual([
    { name: 'Invoices', path: 'Invoices' },
    { name: '2026', path: 'Invoices/2026' },
  ]);
  expect(levelsOf('')).toEqual([]);
});
