import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../../components/logo.tsx';
import { t } from '../../texts/en.ts';

interface FrameProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
  /** What stands below the form. */
  readonly below?: ReactNode;
}

/** What is around the pages of those who are not signed in yet. */
export function Frame({ title, text, children, below }: FrameProps) {
  return (
    <main className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <title>{`${title} · Platen`}</title>
      <div className="grid content-center justify-items-center px-5 py-10">
        <div className="w-full max-w-sm">
          <div className="mb-8 flex items-center gap-2.5">
            <Logo className="size-8" />
            <span className="text-lg font-semibold tracking-tight">Platen</span>
          </div>
          <h1 className="m-0 text-2xl font-semibold tracking-tight">{title}</h1>
          {text && <p className="m-0 mt-1.5 text-muted">{text}</p>}
          <div className="mt-6">{children}</div>
          {below && <p className="m-0 mt-6 text-muted">{below}</p>}
        </div>
      </div>
      <div className="hidden content-center border-l border-line bg-surface px-16 lg:grid">
        <div className="max-w-md">
          <Sheet />
          <p className="m-0 mt-10 text-xl font-semibold leading-snug tracking-tight">{t.account.tagline}</p>
          <ul className="m-0 mt-5 grid list-none gap-3 p-0 text-muted">
            {t.account.points.map((point) => (
              <li key={point} className="flex gap-2.5">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </main>
  );
}

/** A document, drawn. */
function Sheet() {
  return (
    <svg viewBox="0 0 320 200" aria-hidden className="w-full max-w-sm">
      <rect x="0" y="0" width="320" height="200" rx="16" fill="var(--accent-soft)" />
      <g fill="var(--muted)" opacity="0.55">
        <rect x="24" y="44" width="84" height="7" rx="3.5" />
        <rect x="36" y="62" width="60" height="7" rx="3.5" />
        <rect x="36" y="80" width="76" height="7" rx="3.5" />
        <rect x="48" y="98" width="44" height="7" rx="3.5" />
        <rect x="36" y="116" width="68" height="7" rx="3.5" />
        <rect x="24" y="134" width="52" height="7" rx="3.5" />
      </g>
      <path
        d="M132 92h22m-8-8 8 8-8 8"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="178" y="24" width="118" height="152" rx="6" fill="var(--raised)" stroke="var(--line)" />
      <rect x="194" y="42" width="46" height="10" rx="3" fill="var(--accent)" />
      <g fill="var(--line-strong)" opacity="0.7">
        <rect x="194" y="66" width="86" height="5" rx="2.5" />
        <rect x="194" y="80" width="70" height="5" rx="2.5" />
        <rect x="194" y="102" width="86" height="4" rx="2" />
        <rect x="194" y="114" width="86" height="4" rx="2" />
        <rect x="194" y="126" width="86" height="4" rx="2" />
      </g>
      <rect x="248" y="146" width="32" height="9" rx="3" fill="var(--good)" />
    </svg>
  );
}
