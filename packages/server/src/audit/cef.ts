import type { AuditRow } from './chain.ts';

/**
 * A row of the audit log in the Common Event Format (ArcSight CEF, version 0), for systems that gather events. The
 * hash goes with it, so that a row can be found in an export that can be checked.
 */
export function cefOf(row: AuditRow, version: string): string {
  const { organisationId, seq, id, at, actor, action, target, detail, hash } = row;
  const header = ['CEF:0', 'Platen', 'Platen', version, action, action, severityOf(action)].map(inHeader).join('|');
  const fields: Readonly<Record<string, string | number | undefined>> = {
    rt: at.getTime(),
    externalId: id,
    act: action,
    suid: actor,
    duid: target ?? undefined,
    cs1Label: 'organisation',
    cs1: organisationId,
    cs2Label: 'detail',
    cs2: JSON.stringify(detail),
    cs3Label: 'hash',
    cs3: hash.toString('hex'),
    cn1Label: 'seq',
    cn1: seq,
  };
  const extension = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${inExtension(String(value))}`,
  );
  return `${header}|${extension.join(' ')}\n`;
}

/** Of 0 to 10: what was refused or locked is worth a look. */
const severityOf = (action: string): string => (/(?:denied|locked|refused|failed)/.test(action) ? '6' : '3');

const inHeader = (text: string) => text.replace(/[\\|]/g, '\\$&').replace(/[\r\n]/g, ' ');

const inExtension = (text: string) => text.replace(/[\\=]/g, '\\$&').replace(/\r/g, '\\r').replace(/\n/g, '\\n');
