import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import type { Key } from '../../api/keys.ts';
import { platen } from '../../api/platen.ts';
import type { Part } from '../../api/rows.ts';
import { useAccount } from '../../api/usage.ts';
import { agoText, numberText } from '../../components/format.ts';
import { Card } from '../../components/layout.tsx';
import { t } from '../../texts/en.ts';

/** A key that ends within these milliseconds is told of. */
const SOON = 14 * 86_400_000;
/** Part of the credits of a period that is left when it is told of. */
const LITTLE = 0.1;

interface Need {
  readonly to: '/keys' | '/webhooks' | '/connections' | '/schedules' | '/billing' | '/usage';
  readonly text: string;
}

/** The newest hundred of a list, asked for once a minute at most. */
function useNewest<Row>(path: string) {
  const { data } = useQuery({
    queryKey: [path, 'newest', 'attention'],
    staleTime: 60_000,
    queryFn: ({ signal }) => platen.json<Part<Row>>(path, { query: { limit: 100 }, signal }),
  });
  return data?.data ?? [];
}

/** What somebody has to do something about. Nothing is shown where there is nothing. */
export function Attention() {
  const keys = useNewest<Key>('/v1/keys');
  const endpoints = useNewest<Schemas['WebhookEndpoint']>('/v1/webhooks');
  const connections = useNewest<Schemas['Connection']>('/v1/connections');
  const schedules = useNewest<Schemas['Schedule']>('/v1/schedules');
  const credits = useAccount().data?.credits;
  const now = Date.now();
  const needs: Need[] = [];
  if (credits && credits.remaining !== null && credits.base !== null && credits.remaining <= LITTLE * credits.base) {
    needs.push({ to: '/usage', text: t.attention.credits(numberText(Math.max(0, credits.remaining))) });
  }
  for (const { url, enabled, disabled_reason: reason, failing_since: since } of endpoints) {
    if (!enabled && reason !== null && reason !== 'manual') {
      needs.push({ to: '/webhooks', text: t.attention.webhookOff(url, t.attention.reasons[reason]) });
    } else if (enabled && since !== null) {
      needs.push({ to: '/webhooks', text: t.attention.webhookFails(url, agoText(since)) });
    }
  }
  for (const { name, authorization, last_error: error } of connections) {
    if (authorization === 'revoked') needs.push({ to: '/connections', text: t.attention.connectionEnded(name) });
    else if (error !== null) needs.push({ to: '/connections', text: t.attention.connectionFails(name, error) });
  }
  for (const { name, paused } of schedules) {
    if (paused && paused.reason !== 'requested') {
      needs.push({ to: '/schedules', text: t.attention.schedule(name, t.runs.schedules.reasons[paused.reason]) });
    }
  }
  for (const { name, status, expires_at: ends, rotated_to: next } of keys) {
    if (status === 'active' && ends !== null && next === null && new Date(ends).getTime() - now < SOON) {
      needs.push({ to: '/keys', text: t.attention.key(name, agoText(ends)) });
    }
  }
  // Two endpoints may have one address.
  const told = [...new Map(needs.map((need) => [need.text, need])).values()];
  if (told.length === 0) return null;
  return (
    <Card title={t.attention.title} flush>
      <ul className="m-0 list-none p-0">
        {told.map(({ to, text }) => (
          <li key={text} className="border-b border-line last:border-0">
            <Link to={to} className="flex items-center gap-3 px-4 py-2.5 text-text no-underline hover:bg-sunken">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-notice" />
              <span className="min-w-0 flex-1 break-words">{text}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
