import { Note } from '../../components/layout.tsx';
import { OptionsForm } from '../../options/options-form.tsx';
import { t } from '../../texts/en.ts';
import { objectIn } from './draft.ts';

/** Options of a conversion that a template does not keep: they are of a request, or have a place of their own. */
const NOT_OF_TEMPLATES = ['sandbox', 'tag', 'strict_variables', 'escape'] as const;

interface DraftOptionsProps {
  /** The options as JSON. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The options of a template as a form. */
export function DraftOptions({ text, onChange }: DraftOptionsProps) {
  const values = objectIn(text);
  return (
    <div className="h-full overflow-auto">
      {values ? (
        <OptionsForm
          kinds={['pdf']}
          without={NOT_OF_TEMPLATES}
          values={values}
          onChange={(next) => onChange(JSON.stringify(next, null, 2))}
        />
      ) : (
        <div className="p-4">
          <Note tone="notice">{t.templates.badOptions}</Note>
        </div>
      )}
    </div>
  );
}
