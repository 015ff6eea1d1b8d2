import { useRef } from 'react';
import { Note } from '../../components/layout.tsx';
import { OptionsForm } from '../../options/options-form.tsx';
import { t } from '../../texts/en.ts';
import { NOT_OF_TEMPLATES, objectIn } from './draft.ts';

interface DraftOptionsProps {
  /** The options as JSON. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The options of a template as a form. */
export function DraftOptions({ text, onChange }: DraftOptionsProps) {
  const written = useRef(text);
  const version = useRef(0);
  // Fields keep what is typed in them: what comes from elsewhere needs new ones.
  if (written.current !== text) {
    written.current = text;
    version.current += 1;
  }
  const values = objectIn(text);
  const change = (next: object) => {
    written.current = JSON.stringify(next, null, 2);
    onChange(written.current);
  };
  return (
    <div key={version.current} className="h-full overflow-auto">
      {values ? (
        <OptionsForm kinds={['pdf']} without={NOT_OF_TEMPLATES} values={values} onChange={change} />
      ) : (
        <div className="p-4">
          <Note tone="notice">{t.templates.badOptions}</Note>
        </div>
      )}
    </div>
  );
}
