import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the dashboard: its title, what can be done on it, and its content. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <>
      <title>{`${title} · Platen`}</title>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h1 className="m-0 text-[1.375rem] font-semibold leading-tight tracking-tight">{title}</h1>
          {lead && <p className="m-0 mt-1.5 text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Without room at its edges, for tables. */
  readonly flush?: boolean;
}

export function Card({ title, actions, children, className = '', flush = false }: CardProps) {
  return (
    <section className={`min-w-0 rounded-xl border border-line bg-surface shadow-low ${className}`}>
      {(title || actions) && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          {title && <h2 className="m-0 text-sm font-semibold">{title}</h2>}
          {actions && <div className="flex flex-wrap items-center gap-1.5">{actions}</div>}
        </div>
      )}
      <div className={flush ? 'min-w-0' : 'min-w-0 p-4'}>{children}</div>
    </section>
  );
}

export type Tone = 'good' | 'notice' | 'bad' | 'accent' | 'plain';

const TONES: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  notice: 'bg-notice-soft text-notice',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-strong',
  plain: 'bg-sunken text-muted',
};

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 text-xs font-medium ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

/** Something that has to be read before one goes on. */
export function Note({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <div className={`rounded-lg px-3.5 py-2.5 text-sm ${TONES[tone]}`}>{children}</div>;
}
