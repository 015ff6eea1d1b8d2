import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { platen } from '../../api/platen.ts';
import { Input } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../texts/en.ts';

const EVENTS = [
  'conversion.succeeded',
  'conversion.failed',
  'conversion.canceled',
  'batch.completed',
  'template.published',
  'credits.threshold_reached',
  'credits.exhausted',
  'key.locked',
] as const;

interface NewWebhookProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMade: () => unknown;
}

export function NewWebhook({ open, onClose, onMade }: NewWebhookProps) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly string[]>(['conversion.succeeded', 'conversion.failed']);
  const add = useMutation({
    mutationFn: () =>
      platen.json('/v1/webhooks', {
        method: 'POST',
        body: { url, events, ...(description === '' ? {} : { description }) },
      }),
    onSuccess: () => {
      setUrl('');
      return onMade();
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t.webhooks.add}
      sends={add}
      onSend={() => add.mutate()}
      action={t.webhooks.add}
      isUnready={events.length === 0}
    >
      <Input
        label={t.webhooks.url}
        hint={t.webhooks.urlHint}
        type="url"
        required
        placeholder="https://example.com/hooks"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Input
        label={t.webhooks.description}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <fieldset className="m-0 grid gap-1.5 border-0 p-0">
        <legend className="mb-1.5 p-0 text-sm font-medium">{t.webhooks.events}</legend>
        {EVENTS.map((name) => (
          <label key={name} className="flex items-center gap-2 font-mono text-[0.8125rem]">
            <input
              type="checkbox"
              className="accent-accent"
              checked={events.includes(name)}
              onChange={() =>
                setEvents(events.includes(name) ? events.filter((each) => each !== name) : [...events, name])
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
