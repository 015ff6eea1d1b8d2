import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BillingDetails, detailsCall, detailsQuery, saveDetails } from '../../api/billing.ts';
import { curlOf } from '../../api/calls.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Input, Select } from '../../components/field.tsx';
import { Card } from '../../components/layout.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { countryOptions } from './countries.ts';
import { taxText } from './tax-text.ts';

/** Who is billed, and the tax that follows from it. Owners say it. */
export function DetailsCard({ mayWrite }: { readonly mayWrite: boolean }) {
  const query = useQuery(detailsQuery);
  const [open, setOpen] = useState(false);
  const edit = <Button onClick={() => setOpen(true)}>{t.billing.editDetails}</Button>;
  return (
    <Card title={t.billing.details} {...(mayWrite ? { actions: edit } : {})}>
      <Async query={query}>
        {({ details, tax }) => (
          <>
            {details ? <Printed details={details} /> : <p className="m-0 text-muted">{t.billing.noDetails}</p>}
            {tax && <p className="m-0 mt-3">{taxText(tax)}</p>}
            {open && <DetailsForm details={details} onClose={() => setOpen(false)} />}
          </>
        )}
      </Async>
    </Card>
  );
}

function Printed({ details }: { readonly details: BillingDetails }) {
  const { name, line1, line2, postal_code: code, city, region, country, tax_id: taxId } = details;
  const place = [code, city, region].filter(Boolean).join(' ');
  const lines = [name, line1, line2, place, country, taxId && t.billing.taxIdText(taxId)].filter(Boolean);
  return <address className="m-0 whitespace-pre-line break-words not-italic">{lines.join('\n')}</address>;
}

const EMPTY: BillingDetails = { name: '', line1: '', city: '', country: 'US' };

/** What is left empty is not sent: an address has none of it. */
const filled = (details: BillingDetails): BillingDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== '')) as unknown as BillingDetails;

interface DetailsFormProps {
  readonly details: BillingDetails | null;
  readonly onClose: () => void;
}

function DetailsForm({ details, onClose }: DetailsFormProps) {
  const [value, setValue] = useState(details ?? EMPTY);
  const call = detailsCall(filled(value));
  const save = useMutation({ mutationFn: () => saveDetails(call), onSuccess: onClose });
  const field = (name: keyof BillingDetails) => ({
    label: t.billing.detail[name],
    value: value[name] ?? '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValue((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <Dialog open onClose={onClose} title={t.billing.details} text={t.billing.detailsText} wide>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.error && <Failure error={save.error} />}
        <Input {...field('name')} required maxLength={200} autoComplete="organization" />
        <Input {...field('line1')} required maxLength={200} autoComplete="address-line1" />
        <Input {...field('line2')} maxLength={200} autoComplete="address-line2" />
        <div className="grid gap-4 sm:grid-cols-3">
          <Input {...field('postal_code')} maxLength={20} autoComplete="postal-code" />
          <Input {...field('city')} required maxLength={100} autoComplete="address-level2" />
          <Input {...field('region')} hint={t.billing.regionHint} maxLength={100} autoComplete="address-level1" />
        </div>
        <Select {...field('country')} options={countryOptions()} autoComplete="country" />
        <Input {...field('tax_id')} hint={t.billing.taxIdHint} maxLength={50} autoComplete="off" />
        <Code label={t.asCurl} text={curlOf(call)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
