import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Note } from '../../components/layout.tsx';
import { OptionField } from '../../options/option-field.tsx';
import { t } from '../../texts/en.ts';
import { isObject, shapeOf, type Values } from './data-schema.ts';
import { objectIn } from './draft.ts';

interface DataFormProps {
  /** The JSON Schema of the template, if it has one. */
  readonly schema: unknown;
  /** The data as JSON. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The data of a template as a form: a field for all that its schema names and for all that is there. */
export function DataForm({ schema, text, onChange }: DataFormProps) {
  const written = useRef(text);
  const version = useRef(0);
  // Fields keep what is typed in them: what comes from elsewhere needs new ones.
  if (written.current !== text) {
    written.current = text;
    version.current += 1;
  }
  const data = objectIn(text);
  if (!data) return <Note tone="notice">{t.templates.form.unreadable}</Note>;
  const change = (next: unknown) => {
    written.current = JSON.stringify(next ?? {}, null, 2);
    onChange(written.current);
  };
  return (
    <div key={version.current} className="h-full overflow-auto p-4">
      {shapeOf(schema, data, 0).kind === 'object' ? (
        <Value name="" schema={schema} value={data} depth={0} onChange={change} />
      ) : (
        <p className="m-0 text-muted">{t.templates.form.empty}</p>
      )}
    </div>
  );
}

interface ValueProps {
  readonly name: string;
  readonly schema: unknown;
  readonly value: unknown;
  readonly depth: number;
  readonly isRequired?: boolean;
  readonly onChange: (value: unknown) => void;
}

function Value({ name, schema, value, depth, isRequired = false, onChange }: ValueProps) {
  const shape = shapeOf(schema, value, depth);
  if (shape.kind === 'field') {
    return (
      <OptionField option={{ name, schema: shape.schema }} value={value} onChange={onChange} required={isRequired} />
    );
  }
  if (shape.kind === 'list') {
    return (
      <Group name={name}>
        <Entries
          name={name}
          schema={shape.entry}
          values={(value ?? []) as readonly unknown[]}
          depth={depth}
          onChange={onChange}
        />
      </Group>
    );
  }
  const given: Values = isObject(value) ? value : {};
  const fields = shape.fields.map((field) => (
    <Value
      key={field.name}
      {...field}
      value={given[field.name]}
      depth={depth + 1}
      onChange={(next) => {
        const { [field.name]: _before, ...others } = given;
        onChange(next === undefined ? others : { ...given, [field.name]: next });
      }}
    />
  ));
  return depth === 0 ? <div className="grid gap-4">{fields}</div> : <Group name={name}>{fields}</Group>;
}

function Group({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <fieldset className="m-0 grid min-w-0 gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-mono text-[0.8125rem] font-medium">{name}</legend>
      {children}
    </fieldset>
  );
}

interface EntriesProps {
  readonly name: string;
  readonly schema: unknown;
  readonly values: readonly unknown[];
  readonly depth: number;
  readonly onChange: (values: readonly unknown[]) => void;
}

function Entries({ name, schema, values, depth, onChange }: EntriesProps) {
  // An entry that is removed takes its fields along, and not those of the next one.
  const keys = useRef<number[]>([]);
  while (keys.current.length < values.length) keys.current.push((keys.current.at(-1) ?? 0) + 1);
  const remove = (index: number) => {
    keys.current.splice(index, 1);
    onChange(values.filter((_, each) => each !== index));
  };
  return (
    <>
      {values.map((value, index) => (
        <div key={keys.current[index]} className="grid gap-2">
          <Value
            name={`${name} ${index + 1}`}
            schema={schema}
            value={value}
            depth={depth + 1}
            onChange={(next) => onChange(values.map((each, place) => (place === index ? (next ?? {}) : each)))}
          />
          <Button
            kind="quiet"
            className="justify-self-end !text-bad"
            aria-label={t.templates.form.removeOf(name, index + 1)}
            onClick={() => remove(index)}
          >
            {t.remove}
          </Button>
        </div>
      ))}
      <Button className="justify-self-start" onClick={() => onChange([...values, {}])}>
        {t.templates.form.add(name)}
      </Button>
    </>
  );
}
