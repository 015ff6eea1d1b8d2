import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/platen.ts';
import { t } from '../texts/en.ts';
import { Button } from './button.tsx';

/** Nothing is there yet: what would be, and how it comes there. */
export function Empty({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <p className="m-0 text-[0.9375rem] font-semibold">{title}</p>
      {text && <p className="m-0 max-w-md text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

export function Loading({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div role="status" className="grid gap-3 p-4">
      <span className="sr-only">{t.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all the same
          key={index}
          aria-hidden
          className={`h-4 animate-pulse rounded bg-sunken ${index % 3 === 2 ? 'w-2/3' : 'w-full'}`}
        />
      ))}
    </div>
  );
}

/** A call went wrong: the service's own words, and a way to try again. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg bg-bad-soft px-3.5 py-2.5 text-bad">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <p className="m-0 min-w-40 flex-1 break-words">{messageOf(error, t.unreachable)}</p>
      {onRetry && (
        <Button kind="plain" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}

interface AsyncProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
  readonly rows?: number;
}

/** What a query has: loading, its fault, or its data. A refresh that fails keeps what is there. */
export function Async<Data>({ query, children, rows }: AsyncProps<Data>) {
  const { data, error, isPending, refetch } = query;
  return (
    <>
      {error !== null && error !== undefined && (
        <div className="p-3">
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined ? isPending && <Loading rows={rows} /> : children(data)}
    </>
  );
}
