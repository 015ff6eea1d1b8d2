import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSubscription, type Subscription, type SubscriptionCall, subscriptionCall } from '../../api/billing.ts';
import { curlOf } from '../../api/calls.ts';
import { Button, buttonLook } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { dateText } from '../../components/format.ts';
import { Badge, Card, Note, type Tone } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { CardField, cardOf } from './card-field.tsx';

const TONE: Readonly<Record<Subscription['state'], Tone>> = {
  none: 'plain',
  incomplete: 'notice',
  trialing: 'accent',
  active: 'good',
  past_due: 'bad',
  canceled: 'plain',
};

interface SubscriptionCardProps {
  readonly now: Subscription;
  /** What people call the plan. */
  readonly title: string | null;
  readonly mayWrite: boolean;
}

/** What was agreed, what follows, and what can be done about it. */
export function SubscriptionCard({ now, title, mayWrite }: SubscriptionCardProps) {
  const [asked, setAsked] = useState<'cancel' | 'card'>();
  const change = useMutation({
    mutationFn: (call: SubscriptionCall) => changeSubscription(call),
    onSuccess: () => setAsked(undefined),
  });
  /** Opens a dialog, or closes it: what went wrong in another is over. */
  const ask = (what?: 'cancel' | 'card') => {
    change.reset();
    setAsked(what);
  };
  const { state, owed, next, ends_at: ends } = now;
  const runs = state === 'trialing' || state === 'active' || state === 'past_due';
  return (
    <Card title={t.billing.subscription} actions={<Badge tone={TONE[state]}>{t.billing.states[state]}</Badge>}>
      <div className="grid gap-4">
        {change.error && asked === undefined && <Failure error={change.error} />}
        {owed && (
          <Note tone="bad">
            {t.billing.owed(dateText(owed.next_try_at))}{' '}
            {owed.work_until && t.billing.workUntil(dateText(owed.work_until))}
          </Note>
        )}
        {ends && <Note tone="notice">{t.billing.ends(dateText(ends))}</Note>}
        {next && <Note tone="notice">{t.billing.next(next.plan, t.billing.interval[next.billing])}</Note>}
        <Facts now={now} title={title} />
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            {now.confirmation_url !== null && (
              <ConfirmCard now={now} busy={change.isPending} onChange={change.mutate} />
            )}
            {runs && <Button onClick={() => ask('card')}>{t.billing.otherCard}</Button>}
            {runs && (ends !== null || next !== null) && (
              <Button busy={change.isPending} onClick={() => change.mutate(subscriptionCall.resume())}>
                {t.billing.resume}
              </Button>
            )}
            {runs && ends === null && (
              <Button kind="danger" onClick={() => ask('cancel')}>
                {t.billing.cancel}
              </Button>
            )}
          </div>
        )}
      </div>
      <Confirm
        open={asked === 'cancel'}
        title={t.billing.cancelTitle}
        text={owed ? t.billing.cancelOwed : t.billing.cancelText}
        action={t.billing.cancel}
        busy={change.isPending}
        error={change.error && <Failure error={change.error} />}
        onConfirm={() => change.mutate(subscriptionCall.cancel())}
        onClose={() => ask()}
      />
      {asked === 'card' && (
        <OtherCard
          now={now}
          busy={change.isPending}
          error={change.error}
          onChange={change.mutate}
          onClose={() => ask()}
        />
      )}
    </Card>
  );
}

function Facts({ now, title }: Pick<SubscriptionCardProps, 'now' | 'title'>) {
  const { plan, billing, trial_ends_at: trial, paid_until: paid, card } = now;
  const facts: readonly (readonly [string, string | null])[] = [
    [t.billing.plan, plan === null ? t.billing.noPlan : title],
    [t.billing.paid, billing && t.billing.interval[billing]],
    [t.billing.trialEnds, trial && now.state === 'trialing' ? dateText(trial) : null],
    [t.billing.paidUntil, paid && dateText(paid)],
    [t.billing.card, card && t.billing.cardText(card.brand, card.last4)],
  ];
  return (
    <dl className="m-0 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="m-0">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface ChangingProps {
  readonly now: Subscription;
  readonly busy: boolean;
  readonly onChange: (call: SubscriptionCall) => void;
}

/** A card that its bank asks about: there is a page for that, and something to press when one is back. */
function ConfirmCard({ now, busy, onChange }: ChangingProps) {
  return (
    <>
      {now.provider === 'stripe' && now.confirmation_url !== null && (
        <a className={buttonLook('primary')} href={now.confirmation_url} rel="noreferrer">
          {t.billing.confirmThere}
        </a>
      )}
      <Button busy={busy} onClick={() => onChange(subscriptionCall.confirm())}>
        {t.billing.confirmed}
      </Button>
    </>
  );
}

interface OtherCardProps extends ChangingProps {
  readonly error: unknown;
  readonly onClose: () => void;
}

function OtherCard({ now, busy, error, onChange, onClose }: OtherCardProps) {
  const [card, setCard] = useState('');
  const call = subscriptionCall.card(cardOf(now.provider, card));
  return (
    <Dialog open onClose={onClose} title={t.billing.otherCard} text={t.billing.otherCardText}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(call);
        }}
      >
        {error !== null && <Failure error={error} />}
        <CardField provider={now.provider} value={card} onChange={setCard} />
        <Code label={t.asCurl} text={curlOf(call)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t.billing.otherCard}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
