import { ConfigError } from './error.ts';

/** An app that the operator has registered with a file host. */
interface ClientApp {
  readonly id: string;
  readonly secret: string;
}

/** File hosts, and the settings that name an app of them. */
const HOSTS = {
  dropbox: 'PLATEN_OAUTH_DROPBOX',
  google_drive: 'PLATEN_OAUTH_GOOGLE_DRIVE',
  onedrive: 'PLATEN_OAUTH_ONEDRIVE',
  box: 'PLATEN_OAUTH_BOX',
} as const;

type Setting = (typeof HOSTS)[keyof typeof HOSTS];

/**
 * Apps of file hosts, by kind of destination: `id:secret`.
 * @returns undefined without any
 * @throws ConfigError
 */
export function readClientApps(
  values: Readonly<Partial<Record<Setting, string>>>,
): Readonly<Record<string, ClientApp>> | undefined {
  const apps: Record<string, ClientApp> = {};
  for (const [kind, setting] of Object.entries(HOSTS)) {
    const given = values[setting];
    if (given === undefined) continue;
    const [, id, secret] = /^([\x21-\x39\x3b-\x7e]{1,300}):([\x21-\x7e]{1,500})$/.exec(given) ?? [];
    if (id === undefined || secret === undefined)
      throw new ConfigError(setting, 'use the id and the secret of your app, as id:secret');
    apps[kind] = { id, secret };
  }
  return Object.keys(apps).length === 0 ? undefined : apps;
}
