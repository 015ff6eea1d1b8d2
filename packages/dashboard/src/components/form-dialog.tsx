import type { ReactNode } from 'react';
import { t } from '../texts/en.ts';
import { Button } from './button.tsx';
import { Code } from './code.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './states.tsx';

interface FormDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text?: string;
  readonly wide?: boolean;
  /** What is sent. */
  readonly sends: { readonly isPending: boolean; readonly error: unknown };
  readonly onSend: () => void;
  /** What the button says. */
  readonly action: string;
  /** Whether there is not yet what can be sent. */
  readonly isUnready?: boolean;
  /** The same call for a program. */
  readonly curl?: string;
  readonly children: ReactNode;
}

/** A form in a dialog: its fault, its fields, the same call for a program, and two buttons. */
export function FormDialog({ open, onClose, title, text, wide, sends, onSend, ...rest }: FormDialogProps) {
  const { action, isUnready = false, curl, children } = rest;
  return (
    <Dialog open={open} onClose={onClose} title={title} text={text} wide={wide}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {sends.error ? <Failure error={sends.error} /> : null}
        {children}
        {curl !== undefined && <Code label={t.asCurl} text={curl} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" busy={sends.isPending} disabled={isUnready}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
