import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { platen } from '../api/platen.ts';
import { t } from '../texts/en.ts';
import { Select } from './field.tsx';
import { Async } from './states.tsx';

interface TemplateSelectProps {
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

interface Answer {
  readonly templates: { readonly data: readonly Schemas['TemplateEntry'][] };
}

/** One of the published templates; the first hundred are offered. */
export function TemplateSelect({ value, onChange }: TemplateSelectProps) {
  const query = useQuery({
    queryKey: ['/v1/templates', 'published'],
    queryFn: async ({ signal }) => {
      const { templates } = await platen.json<Answer>('/v1/templates', { query: { limit: 100 }, signal });
      return templates.data.filter(({ published_version: version }) => version !== null);
    },
  });
  return (
    <Async query={query} rows={1}>
      {(templates) =>
        templates.length === 0 ? (
          <p className="m-0 text-notice">{t.runs.templateNone}</p>
        ) : (
          <Select
            label={t.runs.template}
            required
            value={value}
            options={[{ value: '', text: '' }, ...templates.map(({ slug, name }) => ({ value: slug, text: name }))]}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Async>
  );
}
