import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Confirm } from './dialog.tsx';
import { Failure } from './states.tsx';

interface AskedOptions<Row> {
  readonly title: (row: Row) => string;
  readonly text: string;
  readonly action: string;
  readonly act: (row: Row) => Promise<unknown>;
  /** Looks at the list again. */
  readonly again: () => unknown;
}

/** Something that is done to a row once somebody has said so. @returns what asks, and the dialog, to be put into the page */
export function useAsked<Row>({ title, text, action, act, again }: AskedOptions<Row>): {
  readonly ask: (row: Row) => void;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Row>();
  const acts = useMutation({
    mutationFn: act,
    onSuccess: () => {
      setAsked(undefined);
      return again();
    },
  });
  const ask = (row: Row) => {
    acts.reset();
    setAsked(row);
  };
  const dialog = asked !== undefined && (
    <Confirm
      open
      title={title(asked)}
      text={text}
      action={action}
      busy={acts.isPending}
      error={acts.error && <Failure error={acts.error} />}
      onConfirm={() => acts.mutate(asked)}
      onClose={() => setAsked(undefined)}
    />
  );
  return { ask, dialog };
}
