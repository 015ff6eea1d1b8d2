import type { Schemas } from '@platen/client';
import type { Subscription } from '../../api/billing.ts';
import { Input } from '../../components/field.tsx';
import { Note } from '../../components/layout.tsx';
import { t } from '../../texts/en.ts';

interface CardFieldProps {
  readonly provider: Subscription['provider'];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The number of a test card; a real one is asked for by the provider, at its own page, and never here. */
export function CardField({ provider, value, onChange }: CardFieldProps) {
  if (provider !== 'test') return <Note>{t.billing.cardAtProvider}</Note>;
  return (
    <Input
      label={t.billing.testCard}
      hint={t.billing.testCardHint}
      required
      inputMode="numeric"
      autoComplete="off"
      pattern="[0-9 ]{16,19}"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What a request says of the card. */
export const cardOf = (provider: Subscription['provider'], card: string): Schemas['ReplaceCardRequest'] =>
  provider === 'test' ? { card: card.replaceAll(' ', '') } : { return_url: `${window.location.origin}/billing` };
