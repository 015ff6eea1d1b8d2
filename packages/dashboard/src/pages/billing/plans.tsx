import { useState } from 'react';
import type { Plan, Subscription } from '../../api/billing.ts';
import { Button } from '../../components/button.tsx';
import { dollarsText, numberText } from '../../components/format.ts';
import { Badge, Card } from '../../components/layout.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { t } from '../../texts/en.ts';
import type { Choice } from './choose-plan.tsx';

interface PlansProps {
  readonly now: Subscription;
  readonly plans: readonly Plan[];
  /** Absent: nothing can be chosen. */
  readonly onChoose?: (choice: Choice) => void;
}

const INTERVALS = [
  { value: 'month', text: t.billing.interval.month },
  { value: 'year', text: t.billing.interval.year },
] as const;

/** What plans there are, and what they cost. */
export function Plans({ now, plans, onChoose }: PlansProps) {
  const [billing, setBilling] = useState<'month' | 'year'>(now.billing ?? 'month');
  // A plan costs something: what is free needs no choice.
  const paid = plans.filter(({ price_cents: price }) => price > 0);
  return (
    <Card
      title={t.billing.plans}
      actions={<Toggle label={t.billing.paid} value={billing} options={INTERVALS} onChange={setBilling} />}
    >
      <ul className="m-0 grid list-none gap-3 p-0 sm:grid-cols-2 xl:grid-cols-4">
        {paid.map((plan) => {
          const isNow = now.plan === plan.name && now.billing === billing && now.state !== 'canceled';
          return (
            <li key={plan.name} className="grid content-between gap-3 rounded-lg border border-line p-4">
              <div>
                <p className="m-0 flex flex-wrap items-center gap-2 font-semibold">
                  {plan.title} {isNow && <Badge tone="accent">{t.billing.yours}</Badge>}
                </p>
                <p className="m-0 mt-1">
                  {t.billing.price[billing](
                    dollarsText(billing === 'month' ? plan.price_cents : plan.year_price_cents),
                  )}
                </p>
                <p className="m-0 mt-2 text-[0.8125rem] text-muted">{t.billing.credits(numberText(plan.credits))}</p>
              </div>
              {onChoose && !isNow && now.state !== 'past_due' && (
                <Button aria-label={`${t.billing.choose}: ${plan.title}`} onClick={() => onChoose({ plan, billing })}>
                  {t.billing.choose}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
