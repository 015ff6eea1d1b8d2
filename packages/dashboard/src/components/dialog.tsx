import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../texts/en.ts';
import { Button } from './button.tsx';

interface DialogProps {
  readonly open: boolean;
  /** Absent: it cannot be closed without an answer. */
  readonly onClose?: () => void;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly wide?: boolean;
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape, and gives the focus back. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, text, children, wide = false }: Omit<DialogProps, 'open'>) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onCancel={(event) => {
        // Also from a dialog within; what is open is what our state says.
        event.preventDefault();
        event.stopPropagation();
        onClose?.();
      }}
      className={`m-auto max-h-[92dvh] w-[calc(100vw-2rem)] overflow-auto rounded-2xl border border-line bg-raised p-5 text-text shadow-high backdrop:bg-black/45 ${wide ? 'max-w-3xl' : 'max-w-md'}`}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="m-0 break-words text-base font-semibold">
            {title}
          </h2>
          {text && (
            <p id={`${id}-text`} className="m-0 mt-1 text-muted">
              {text}
            </p>
          )}
        </div>
        {onClose && (
          <button
            type="button"
            aria-label={t.close}
            onClick={onClose}
            className="grid size-8 shrink-0 place-items-center rounded-lg border-0 bg-transparent text-muted hover:bg-sunken hover:text-text"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busy?: boolean;
  readonly error?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once before something that cannot be undone. */
export function Confirm({ open, title, text, action, busy, error, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} text={text}>
      {error}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{t.back}</Button>
        <Button kind="danger" busy={busy ?? false} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
