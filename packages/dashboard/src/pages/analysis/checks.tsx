import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { Badge, Card } from '../../components/layout.tsx';
import { t } from '../../texts/en.ts';
import { meaningOf } from './checks-table.ts';

/** What adds up, in words. */
export function Checks({ verification }: { readonly verification: Schemas['Verification'] }) {
  const known = useQuery({
    queryKey: ['checks'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('virtual:checks')).CHECKS,
  });
  if (verification.checks.length === 0) return null;
  return (
    <Card title={t.analysis.checks}>
      <ul className="m-0 grid list-none gap-2.5 p-0">
        {verification.checks.map(({ name, ok, expected, actual }) => (
          <li key={name} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-2">
            <span>
              <Badge tone={ok ? 'good' : 'bad'}>{ok ? t.analysis.ok : t.analysis.bad}</Badge>
            </span>
            <span className="min-w-0">
              <span className="block break-words">{meaningOf(name, known.data ?? []) ?? name}</span>
              <code className="break-all font-mono text-xs text-muted">{name}</code>
              {!ok && (
                <span className="block break-words text-bad">{t.analysis.differs(`${actual}`, `${expected}`)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
