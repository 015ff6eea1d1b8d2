import { Check, Copy, LoaderCircle } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '../texts/en.ts';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOK: Readonly<Record<Kind, string>> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong shadow-low',
  plain: 'bg-surface text-text border-line hover:bg-sunken shadow-low',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-sunken hover:text-text',
  danger: 'bg-surface text-bad border-line hover:bg-bad-soft shadow-low',
};

const SHAPE =
  'inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-lg border px-3.5 min-h-9 text-sm font-medium no-underline transition-colors disabled:opacity-55';

/** The look of a button, for links that look like one. */
export const buttonLook = (kind: Kind = 'plain'): string => `${SHAPE} ${LOOK[kind]}`;

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: Kind;
  /** While what it began goes on: it cannot be pressed again. */
  readonly busy?: boolean;
}

export function Button({ kind = 'plain', busy = false, className = '', children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonLook(kind)} ${className}`}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

interface CopyProps {
  readonly text: string;
  readonly label?: string;
  readonly kind?: Kind;
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label = t.copy, kind = 'plain' }: CopyProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button kind={kind} onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      <span aria-live="polite">{copied ? t.copied : label}</span>
    </Button>
  );
}
