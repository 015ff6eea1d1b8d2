import type { Job, Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { agoText } from '../../components/format.ts';
import { Badge, Card, type Tone } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

const TONE: Readonly<Record<Schemas['JobDelivery']['state'], Tone>> = {
  waiting: 'accent',
  delivered: 'good',
  failed: 'bad',
};

/** Where the results of a job were sent, why not, and once more. */
export function Deliveries({ job, mayWrite }: { readonly job: Job; readonly mayWrite: boolean }) {
  const again = useMutation({
    mutationFn: () => platen.json(`/v1/jobs/${encodeURIComponent(job.id)}/deliver`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/v1/jobs', job.id] }),
  });
  const failed = job.deliveries.some(({ state }) => state === 'failed');
  return (
    <Card
      title={t.jobs.deliveries}
      actions={
        mayWrite &&
        failed && (
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            {t.jobs.deliverAgain}
          </Button>
        )
      }
    >
      {again.error && <Failure error={again.error} />}
      <ul className="m-0 grid list-none gap-3 p-0">
        {job.deliveries.map(({ id, kind, state, path, location, next_attempt_at: next, error }) => (
          <li key={id} className="grid gap-0.5">
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone={TONE[state]}>{t.jobs.deliveryStates[state]}</Badge>
              <span className="font-medium">{kind}</span>
              {next !== null && <span className="text-muted">{t.jobs.nextTry(agoText(next))}</span>}
            </span>
            <code className="break-all font-mono text-xs text-muted">{location ?? path}</code>
            {error && <span className="break-words text-bad">{`${error.detail} ${error.remedy}`}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
