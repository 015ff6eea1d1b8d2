import { FileText, Upload, X } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../texts/en.ts';
import { bytesText } from './format.ts';

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  /** Most bytes. */
  readonly most: number;
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
}

/** One file, chosen or dropped. */
export function FileDrop({ label, hint, accept, most, file, onChange }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string>();
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const isLarge = chosen.size > most;
    setFault(isLarge ? t.fileTooLarge(bytesText(most)) : undefined);
    if (!isLarge) onChange(chosen);
  };
  if (file) {
    return (
      <div className="flex min-h-11 items-center gap-3 rounded-lg border border-line bg-sunken px-3">
        <FileText aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {file.name}
        </span>
        <span className="text-muted">{bytesText(file.size)}</span>
        <button
          type="button"
          aria-label={t.removeOf(file.name)}
          onClick={() => onChange(undefined)}
          className="grid size-7 place-items-center rounded border-0 bg-transparent text-muted hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    );
  }
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
        className={`flex min-h-16 cursor-pointer items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-2 text-center focus-within:outline-2 focus-within:outline-accent hover:bg-sunken ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      >
        <Upload aria-hidden className="size-4 shrink-0 text-muted" />
        <span>
          <span className="font-medium">{label}</span> <span className="text-muted">{hint}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          className="sr-only"
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
      {fault && (
        <p role="alert" className="m-0 mt-1 text-[0.8125rem] text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}
