import { type ComponentProps, type ReactNode, useId } from 'react';

interface Around {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with it. */
  readonly fault?: string | undefined;
}

interface FrameProps extends Around {
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby'?: string;
    readonly 'aria-invalid'?: true;
  }) => ReactNode;
}

/** A label, its control, and what is said about it. */
export function Field({ label, hint, fault, children }: FrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(fault ? { 'aria-invalid': true as const } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="m-0 text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="m-0 text-[0.8125rem] text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

export function Input({ label, hint, fault, className = '', ...rest }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ids) => <input {...rest} {...ids} className={`field ${className}`} />}
    </Field>
  );
}

export function TextArea({ label, hint, fault, className = '', ...rest }: Around & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ids) => <textarea {...rest} {...ids} className={`field code ${className}`} />}
    </Field>
  );
}

interface SelectProps extends Around, ComponentProps<'select'> {
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

export function Select({ label, hint, fault, options, className = '', ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ids) => (
        <select {...rest} {...ids} className={`field ${className}`}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
