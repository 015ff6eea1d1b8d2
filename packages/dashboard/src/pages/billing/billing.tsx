import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, plansQuery, type Subscription, subscriptionQuery } from '../../api/billing.ts';
import { useOrganisation } from '../../api/session.ts';
import { Card, Page } from '../../components/layout.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { AgreementCard } from './agreement-card.tsx';
import { type Choice, ChoosePlan } from './choose-plan.tsx';
import { DetailsCard } from './details-card.tsx';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** The plan, its card, and what was billed. */
export function Billing() {
  const role = useOrganisation()?.role;
  const mayWrite = role === 'owner' || role === 'billing';
  const subscription = useQuery(subscriptionQuery);
  const plans = useQuery(plansQuery);
  return (
    <Page title={t.billing.title} lead={t.billing.lead}>
      <Async query={subscription}>
        {(now) =>
          now.provider === 'off' ? (
            <Card>
              <Empty title={t.billing.offTitle} text={t.billing.offText} />
            </Card>
          ) : (
            <Async query={plans}>
              {({ data, trial }) => (
                <Contents now={now} plans={data} days={trial.days} mayWrite={mayWrite} isOwner={role === 'owner'} />
              )}
            </Async>
          )
        }
      </Async>
    </Page>
  );
}

interface ContentsProps {
  readonly now: Subscription;
  readonly plans: readonly Plan[];
  /** Days of a trial. */
  readonly days: number;
  readonly mayWrite: boolean;
  readonly isOwner: boolean;
}

function Contents({ now, plans, days, mayWrite, isOwner }: ContentsProps) {
  const [choice, setChoice] = useState<Choice>();
  const plan = plans.find(({ name }) => name === now.plan);
  return (
    <div className="grid gap-5">
      <SubscriptionCard now={now} title={plan?.title ?? now.plan} mayWrite={mayWrite} />
      <Plans now={now} plans={plans} {...(mayWrite ? { onChoose: setChoice } : {})} />
      <DetailsCard mayWrite={mayWrite} />
      <Invoices />
      <AgreementCard mayAccept={isOwner} />
      {choice && <ChoosePlan choice={choice} now={now} days={days} onClose={() => setChoice(undefined)} />}
    </div>
  );
}
