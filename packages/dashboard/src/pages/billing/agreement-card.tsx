import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type Agreement, acceptAgreement, agreementQuery } from '../../api/billing.ts';
import { Button, buttonLook } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { dateText } from '../../components/format.ts';
import { Badge, Card } from '../../components/layout.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

/** The business associate agreement: read by whoever sees the billing, accepted by owners, from Business on. */
export function AgreementCard({ mayAccept }: { readonly mayAccept: boolean }) {
  const query = useQuery(agreementQuery);
  return (
    <Card title={t.billing.agreement}>
      <Async query={query}>{(agreement) => <Contents agreement={agreement} mayAccept={mayAccept} />}</Async>
    </Card>
  );
}

interface ContentsProps {
  readonly agreement: Agreement;
  readonly mayAccept: boolean;
}

function Contents({ agreement, mayAccept }: ContentsProps) {
  const [isRead, setRead] = useState(false);
  const { offered, sha256, accepted_sha256: accepted, accepted_at: at, accepted_by: by } = agreement;
  const isAccepted = accepted === sha256;
  return (
    <div className="grid gap-3">
      {at !== null && by !== null && (
        <p className="m-0 break-words">
          <Badge tone={isAccepted ? 'good' : 'notice'}>
            {isAccepted ? t.billing.accepted : t.billing.acceptedBefore}
          </Badge>{' '}
          {t.billing.acceptedBy(by, dateText(at))}
        </p>
      )}
      {!offered && at === null && <p className="m-0 text-muted">{t.billing.notOffered}</p>}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setRead(true)}>{t.billing.readAgreement}</Button>
        {at !== null && (
          <a className={buttonLook('quiet')} href="/v1/billing/agreement.pdf" download>
            <Download aria-hidden className="size-4" />
            {t.billing.agreementPdf}
          </a>
        )}
      </div>
      {isRead && (
        <Reading agreement={agreement} mayAccept={mayAccept && offered && !isAccepted} onClose={() => setRead(false)} />
      )}
    </div>
  );
}

/** The text as it can be accepted now; what is accepted is named by its hash. */
function Reading({ agreement, mayAccept, onClose }: ContentsProps & { readonly onClose: () => void }) {
  const { text, version, sha256 } = agreement;
  const accept = useMutation({ mutationFn: () => acceptAgreement(sha256), onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={t.billing.agreement} text={t.billing.agreementVersion(version)} wide>
      <div className="grid gap-4">
        {accept.error && <Failure error={accept.error} />}
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
          tabIndex={0}
          aria-label={t.billing.agreement}
          className="max-h-[50dvh] overflow-auto whitespace-pre-wrap break-words rounded-lg border border-line p-4 text-sm"
        >
          {text}
        </section>
        <p className="code m-0 break-all text-xs text-muted">SHA-256 {sha256}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.close}</Button>
          {mayAccept && (
            <Button kind="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
              {t.billing.acceptAgreement}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
