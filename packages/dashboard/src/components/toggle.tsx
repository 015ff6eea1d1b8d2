interface ToggleProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few. */
export function Toggle<Value extends string>({ label, value, options, onChange }: ToggleProps<Value>) {
  return (
    <fieldset className="m-0 inline-flex max-w-full flex-wrap gap-0.5 rounded-lg border-0 bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={`rounded-md border-0 px-3 py-1 text-[0.8125rem] ${option.value === value ? 'bg-surface font-medium text-text shadow-low' : 'bg-transparent text-muted hover:text-text'}`}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  );
}
