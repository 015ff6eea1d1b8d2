import { useMemo, useState } from 'react';
import type { ShownCall } from '../api/calls.ts';
import { LANGUAGES, type Language, samplesOf } from '../api/samples.ts';
import { t } from '../texts/en.ts';
import { Code } from './code.tsx';
import { Card } from './layout.tsx';
import { Toggle } from './toggle.tsx';

/** The same call for a program, in the language that is chosen. */
export function Samples({ title, call }: { readonly title: string; readonly call: ShownCall }) {
  const [language, setLanguage] = useState<Language>('curl');
  const samples = useMemo(() => samplesOf(call), [call]);
  return (
    <Card
      title={title}
      actions={
        <Toggle
          label={t.language}
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, text: t.languages[value] }))}
        />
      }
    >
      <Code label={t.languages[language]} text={samples.find((each) => each.language === language)?.text ?? ''} />
    </Card>
  );
}
