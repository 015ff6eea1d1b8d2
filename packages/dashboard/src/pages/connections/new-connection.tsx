import { CONNECTION_KINDS } from 'virtual:connections';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountKinds, useConnect } from '../../api/authorizations.ts';
import { curlOf } from '../../api/calls.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Input, Select } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Note } from '../../components/layout.tsx';
import type { ConnectionKind } from '../../options/connection-kinds.ts';
import { OptionField } from '../../options/option-field.tsx';
import { t } from '../../texts/en.ts';

interface NewConnectionProps {
  readonly onClose: () => void;
  readonly onMade: () => unknown;
}

type Settings = Readonly<Record<string, unknown>>;

/** Settings that open something: they are not shown while they are typed, nor in the call. */
const SECRETS = new Set(
  'account_key sas_token client_secret access_token refresh_token password service_account secret_access_key session_token private_key passphrase token headers'.split(
    ' ',
  ),
);

/** Others that are mostly needed. */
const USUAL = new Set(['client_id', 'tenant_id', 'username', 'endpoint', 'region', 'folder', 'folder_id']);

/** The settings as they may be shown. */
const shown = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, SECRETS.has(name) ? `YOUR_${name.toUpperCase()}` : value]),
  );

/** A place, and what is needed to send files there. */
export function NewConnection({ onClose, onMade }: NewConnectionProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState(CONNECTION_KINDS[0]?.kind ?? '');
  const [settings, setSettings] = useState<Settings>({});
  const [tried, setTried] = useState(true);
  const body = { name, kind, settings, ...(tried ? {} : { test: false }) };
  const add = useMutation({
    mutationFn: () => platen.json('/v1/connections', { method: 'POST', body }),
    onSuccess: onMade,
  });
  const chosen = CONNECTION_KINDS.find((each) => each.kind === kind);
  const accounts = useAccountKinds();
  const connect = useConnect();
  const [typed, setTyped] = useState(false);
  const account = accounts.data?.find((each) => each.kind === kind);
  // Of an account, nothing is typed that opens it.
  const byAccount = account !== undefined && !typed;
  const shownCall = { method: 'POST', path: '/v1/connections', body: { ...body, settings: shown(settings) } };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t.connections.add}
      wide
      sends={byAccount ? connect : add}
      onSend={() => (byAccount ? connect.mutate({ kind, name, settings }) : add.mutate())}
      action={byAccount ? t.connections.connect : t.connections.add}
      curl={byAccount ? undefined : curlOf(shownCall)}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t.connections.kind}
          value={kind}
          options={CONNECTION_KINDS.map((each) => ({ value: each.kind, text: each.title }))}
          onChange={({ target }) => {
            setKind(target.value);
            setSettings({});
          }}
        />
        <Input
          label={t.connections.name}
          hint={t.connections.nameHint}
          required
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      {account && (
        <Note>
          {typed ? t.connections.typing(account.title) : t.connections.sent(account.title)}{' '}
          <Button
            kind="quiet"
            onClick={() => {
              setTyped(!typed);
              setSettings({});
            }}
          >
            {typed ? t.connections.connectInstead : t.connections.typeInstead}
          </Button>
        </Note>
      )}
      {chosen && (
        <SettingsFields
          key={`${kind} ${byAccount}`}
          kind={byAccount ? withoutCredentials(chosen) : chosen}
          settings={settings}
          onChange={setSettings}
        />
      )}
      {!byAccount && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="accent-accent"
            checked={tried}
            onChange={({ target }) => setTried(target.checked)}
          />
          {t.connections.tryFirst}
        </label>
      )}
    </FormDialog>
  );
}

/** What opens an account, which is not typed where it is connected. */
const withoutCredentials = (kind: ConnectionKind): ConnectionKind => ({
  ...kind,
  settings: kind.settings.filter(({ name }) => !SECRETS.has(name) && name !== 'client_id'),
});

interface SettingsFieldsProps {
  readonly kind: ConnectionKind;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

function SettingsFields({ kind, settings, onChange }: SettingsFieldsProps) {
  const set = (name: string, value: unknown) => {
    const { [name]: _before, ...others } = settings;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const fieldOf = (setting: ConnectionKind['settings'][number]) => (
    <OptionField
      key={setting.name}
      option={setting}
      required={setting.required}
      secret={SECRETS.has(setting.name)}
      value={settings[setting.name]}
      onChange={(value) => set(setting.name, value)}
    />
  );
  const first = kind.settings.filter(({ name, required }) => required || USUAL.has(name) || SECRETS.has(name));
  const others = kind.settings.filter((setting) => !first.includes(setting));
  return (
    <fieldset className="m-0 grid gap-4 border-0 p-0">
      <legend className="sr-only">{kind.title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {first.toSorted((one, other) => Number(other.required) - Number(one.required)).map(fieldOf)}
      </div>
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-muted">{t.connections.more(others.length)}</summary>
          <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">{others.map(fieldOf)}</div>
        </details>
      )}
    </fieldset>
  );
}
