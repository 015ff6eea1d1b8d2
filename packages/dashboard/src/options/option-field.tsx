import { useState } from 'react';
import { Field, Select } from '../components/field.tsx';
import { t } from '../texts/en.ts';
import { type Control, controlOf } from './control.ts';
import type { Option } from './from-document.ts';

interface OptionFieldProps {
  readonly option: Pick<Option, 'name' | 'schema'>;
  /** undefined: it is not sent. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly required?: boolean;
  /** Not to be read from the screen. */
  readonly secret?: boolean;
}

/** One option, with its description from the reference. What is left empty is not sent. */
export function OptionField({ option, value, onChange, required = false, secret = false }: OptionFieldProps) {
  const { name, schema } = option;
  const control = controlOf(schema);
  const label = <code className="font-mono text-[0.8125rem]">{name}</code>;
  const hint = schema.description;
  const choices = selectable(control);
  if (choices) {
    return (
      <Select
        label={label}
        hint={hint}
        value={value === undefined ? '' : String(value)}
        options={[{ value: '', text: t.play.defaultValue }, ...choices]}
        onChange={({ target }) => onChange(target.value === '' ? undefined : choiceOf(control, target.value))}
      />
    );
  }
  if (control.kind === 'choices') {
    return (
      <Choices
        name={name}
        hint={hint}
        values={control.values}
        chosen={value as string[] | undefined}
        onChange={onChange}
      />
    );
  }
  const given = { required, type: secret ? 'password' : 'text' } as const;
  return <Typed label={label} hint={hint} control={control} value={value} onChange={onChange} given={given} />;
}

function selectable(control: Control): { readonly value: string; readonly text: string }[] | undefined {
  if (control.kind === 'switch') {
    return [
      { value: 'true', text: t.play.on },
      { value: 'false', text: t.play.off },
    ];
  }
  return control.kind === 'choice' ? control.values.map((value) => ({ value, text: value })) : undefined;
}

const choiceOf = (control: Control, text: string): unknown => (control.kind === 'switch' ? text === 'true' : text);

interface ChoicesProps {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly values: readonly string[];
  readonly chosen?: readonly string[] | undefined;
  readonly onChange: (value: unknown) => void;
}

function Choices({ name, hint, values, chosen = [], onChange }: ChoicesProps) {
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className="m-0 grid gap-1.5 border-0 p-0">
      <legend className="mb-1.5 p-0">
        <code className="font-mono text-[0.8125rem] font-medium">{name}</code>
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {values.map((value) => (
          <label key={value} className="flex items-center gap-1.5 text-[0.8125rem]">
            <input
              type="checkbox"
              className="accent-accent"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            {value}
          </label>
        ))}
      </div>
      {hint && <p className="m-0 text-[0.8125rem] text-muted">{hint}</p>}
    </fieldset>
  );
}

interface TypedProps {
  readonly label: React.ReactNode;
  readonly hint?: string | undefined;
  readonly control: Control;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly given: { readonly required: boolean; readonly type: 'text' | 'password' };
}

/** A value that is typed. What is no value yet, such as half a JSON text, stays in the field and is not sent. */
function Typed({ label, hint, control, value, onChange, given: { required, type } }: TypedProps) {
  const [text, setText] = useState(() => textOf(control, value));
  const [fault, setFault] = useState<string>();
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : valueOfText(control, next));
      setFault(undefined);
    } catch {
      setFault(t.play.badJson);
      onChange(undefined);
    }
  };
  const props = {
    value: text,
    required,
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  const isLong = ['long-text', 'lines', 'json'].includes(control.kind);
  const note = control.kind === 'json' ? t.play.json : control.kind === 'lines' ? t.play.lines : undefined;
  return (
    <Field
      label={
        <>
          {label} {note && <span className="font-normal text-muted">{note}</span>}
        </>
      }
      hint={hint}
      fault={fault}
    >
      {(ids) =>
        isLong ? (
          <textarea {...ids} {...props} rows={3} className="field code" />
        ) : control.kind === 'number' ? (
          <input
            {...ids}
            {...props}
            type="number"
            step="any"
            min={control.least}
            max={control.most}
            className="field"
          />
        ) : (
          <input {...ids} {...props} type={type} autoComplete="off" className="field" />
        )
      }
    </Field>
  );
}

function textOf({ kind }: Control, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return kind === 'lines' ? (value as string[]).join('\n') : String(value);
}

/** @throws SyntaxError for what is no JSON where JSON is asked for */
function valueOfText(control: Control, text: string): unknown {
  if (control.kind === 'json') return JSON.parse(text) as unknown;
  if (control.kind === 'lines') return text.split('\n').filter((line) => line.trim() !== '');
  if (control.kind === 'number') return Number(text);
  // A text that is an object in the reference too, such as the sides of a margin.
  if (control.kind === 'text' && /^\s*\{/.test(text)) return JSON.parse(text) as unknown;
  return control.kind === 'text' && control.orNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
