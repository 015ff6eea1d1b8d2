import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSubscription, detailsQuery, type Plan, type Subscription, subscriptionCall } from '../../api/billing.ts';
import { curlOf } from '../../api/calls.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { dollarsText } from '../../components/format.ts';
import { t } from '../../texts/en.ts';
import { CardField, cardOf } from './card-field.tsx';
import { taxText } from './tax-text.ts';

export interface Choice {
  readonly plan: Plan;
  readonly billing: 'month' | 'year';
}

interface ChoosePlanProps {
  readonly choice: Choice;
  readonly now: Subscription;
  /** Days of a trial. */
  readonly days: number;
  readonly onClose: () => void;
}

const RUNNING: readonly Subscription['state'][] = ['trialing', 'active', 'past_due'];

/** Begins a plan, or changes to another; what it costs is said before. */
export function ChoosePlan({ choice: { plan, billing }, now, days, onClose }: ChoosePlanProps) {
  const isChange = RUNNING.includes(now.state);
  const [trial, setTrial] = useState(true);
  const [card, setCard] = useState('');
  const tax = useQuery(detailsQuery).data?.tax;
  const body = { plan: plan.name, billing };
  const call = isChange
    ? subscriptionCall.change(body)
    : subscriptionCall.begin({ ...body, trial, ...cardOf(now.provider, card) });
  const choose = useMutation({ mutationFn: () => changeSubscription(call), onSuccess: onClose });
  const price = t.billing.price[billing](dollarsText(billing === 'month' ? plan.price_cents : plan.year_price_cents));
  return (
    <FormDialog
      open
      onClose={onClose}
      title={plan.title}
      text={isChange ? t.billing.changeText(price) : price}
      wide
      sends={choose}
      onSend={() => choose.mutate()}
      action={isChange ? t.billing.change : trial ? t.billing.beginTrial : t.billing.begin}
      curl={curlOf(call)}
    >
      {tax && <p className="m-0">{taxText(tax)}</p>}
      {!isChange && (
        <>
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="accent-accent"
              checked={trial}
              onChange={({ target }) => setTrial(target.checked)}
            />
            {t.billing.trial(days)}
          </label>
          <CardField provider={now.provider} value={card} onChange={setCard} />
        </>
      )}
    </FormDialog>
  );
}
