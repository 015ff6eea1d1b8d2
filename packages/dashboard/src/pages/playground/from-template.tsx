import { useQuery } from '@tanstack/react-query';
import { platen } from '../../api/platen.ts';
import { TextArea } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { TemplateSelect } from '../../components/template-select.tsx';
import { t } from '../../texts/en.ts';
import { objectIn } from '../templates/draft.ts';

interface FromTemplateProps {
  readonly sample: ReturnType<typeof useSampleData>;
  readonly template: string;
  readonly onTemplate: (slug: string) => void;
  readonly data: string;
  readonly onData: (data: string) => void;
}

/** A published template and its data, which begins with the sample of the template. */
export function FromTemplate({ sample, template, onTemplate, data, onData }: FromTemplateProps) {
  return (
    <div className="grid gap-4">
      <TemplateSelect value={template} onChange={onTemplate} />
      {sample.error && <Failure error={sample.error} onRetry={() => void sample.refetch()} />}
      <TextArea
        label={t.play.data}
        hint={t.play.dataHint}
        fault={objectIn(data) ? undefined : t.runs.schedules.badData}
        rows={12}
        spellCheck={false}
        value={data}
        onChange={({ target }) => onData(target.value)}
      />
    </div>
  );
}

/** The sample data of a template as JSON, to begin with. Nothing is asked for while none is chosen. */
export const useSampleData = (template: string) =>
  useQuery({
    queryKey: ['/v1/templates', template, 'sample'],
    enabled: template !== '',
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      JSON.stringify((await platen.templates.get(template, { signal })).sample_data ?? {}, null, 2),
  });
