import { OPTIONS } from 'virtual:options';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { OutputKind } from '../api/convert.ts';
import { Badge } from '../components/layout.tsx';
import { t } from '../texts/en.ts';
import { groupsOf } from './groups.ts';
import { OptionField } from './option-field.tsx';

export type OptionValues = Readonly<Record<string, unknown>>;

interface OptionsFormProps {
  readonly kinds: readonly OutputKind[];
  /** Names of options that are not asked for. */
  readonly without?: readonly string[];
  readonly values: OptionValues;
  readonly onChange: (values: OptionValues) => void;
}

/** A form for every option of the chosen results, made from the schema of the API. */
export function OptionsForm({ kinds, without = [], values, onChange }: OptionsFormProps) {
  const [search, setSearch] = useState('');
  const asked = OPTIONS.filter(({ name }) => !without.includes(name));
  const groups = groupsOf(asked, { kinds, search });
  const set = (name: string, value: unknown) => {
    const { [name]: _before, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <div>
      <div className="relative border-b border-line p-3">
        <Search aria-hidden className="pointer-events-none absolute left-5.5 top-5.5 size-4 text-muted" />
        <input
          type="search"
          aria-label={t.play.search}
          placeholder={t.play.search}
          className="field !pl-8"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {groups.length === 0 && <p className="m-0 p-4 text-muted">{t.play.none}</p>}
      {groups.map(({ name, options }) => {
        const set_ = options.filter((option) => option.name in values).length;
        return (
          // Found options are shown; otherwise a group opens when it is wanted.
          <details
            key={`${name}-${search !== ''}`}
            open={search !== ''}
            className="group border-b border-line last:border-0"
          >
            <summary className="flex list-none items-center justify-between gap-2 px-4 py-2.5 font-medium hover:bg-sunken">
              {t.play.groups[name]}
              <span className="flex items-center gap-2">
                {set_ > 0 && <Badge tone="accent">{t.play.set(set_)}</Badge>}
                <span className="text-xs font-normal text-muted">{options.length}</span>
              </span>
            </summary>
            <div className="grid gap-5 px-4 pb-5 pt-2">
              {options.map((option) => (
                <OptionField
                  key={option.name}
                  option={option}
                  value={values[option.name]}
                  onChange={(value) => set(option.name, value)}
                />
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}
