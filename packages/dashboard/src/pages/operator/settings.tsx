import type { Platen } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { instanceQuery, type Setting } from '../../api/operator.ts';
import { Card } from '../../components/layout.tsx';
import { Async } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

const COLUMNS: readonly Column<Setting>[] = [
  {
    title: t.operator.setting,
    cell: ({ name }) => <code className="break-all font-mono text-[0.8125rem]">{name}</code>,
  },
  {
    title: t.operator.value,
    cell: ({ set, value }) =>
      value === null ? (
        <span className="text-muted">{set ? t.operator.hidden : t.operator.notSet}</span>
      ) : (
        <span className="break-all">{value}</span>
      ),
  },
];

export function SettingsInForce({ client }: { readonly client: Platen }) {
  const instance = useQuery(instanceQuery(client));
  const [search, setSearch] = useState('');
  return (
    <Card
      title={t.operator.settings}
      flush
      actions={
        <input
          type="search"
          aria-label={t.operator.search}
          placeholder={t.operator.search}
          className="field sm:!w-60"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      }
    >
      <p className="m-0 border-b border-line px-4 py-2.5 text-muted">{t.operator.settingsText}</p>
      <Async query={instance}>
        {({ settings }) => {
          const found = settings.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
          return found.length === 0 ? (
            <p className="m-0 p-4 text-muted">{t.operator.noSetting}</p>
          ) : (
            <Table label={t.operator.settings} columns={COLUMNS} rows={found} keyOf={({ name }) => name} />
          );
        }}
      </Async>
    </Card>
  );
}
