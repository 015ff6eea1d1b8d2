import { createHmac } from 'node:crypto';
import type { Engine } from '@platen/engine';
import { newId } from '../data/ids.ts';
import { invalidField } from '../http/valid.ts';
import type { Vault } from '../vault/vault.ts';
import { kindOf } from './kinds.ts';
import { cleanPath, distinct } from './path.ts';
import type { JobDestination } from './resolve.ts';
import { deliveryTarget } from './sealed.ts';

/** A delivery that is written with the end of its job. */
export interface NewDelivery {
  readonly id: string;
  readonly position: number;
  readonly output: number;
  readonly kind: string;
  readonly connection: string | undefined;
  /** Sealed. */
  readonly target: Buffer;
  readonly queue: string;
}

/** What paths are made of. */
export interface PathFacts {
  readonly data: Readonly<Record<string, unknown>>;
  readonly job: Readonly<Record<string, unknown>>;
  readonly formats: readonly string[];
  /** Names that the request gives its results. Default: the id of the job. */
  readonly names?: readonly string[] | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly organisationId: string;
  readonly signal: AbortSignal;
}

const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: 'jpg', text: 'txt', markdown: 'md' };

/**
 * The path of each result at each destination.
 * @throws EngineError of the template; ApiError `invalid_request` for a path of which nothing is left
 */
export async function pathsOf(
  engine: Pick<Engine, 'renderTemplate'>,
  destinations: readonly JobDestination[],
  facts: PathFacts,
): Promise<readonly (readonly string[])[]> {
  const { data, job, formats, names, now, organisationId: group, signal } = facts;
  const date = new Date(now).toISOString().slice(0, 10);
  const made: string[][] = [];
  for (const { path, at, kind } of destinations) {
    const paths: string[] = [];
    for (const [position, format] of formats.entries()) {
      const extension = EXTENSIONS[format] ?? format;
      const file = names?.[position] ?? `${job.id}.${extension}`;
      if (kindOf(kind).single) {
        paths.push(file);
        continue;
      }
      const output = { format, extension, position };
      const template = path.endsWith('/') ? `${path}{{ file }}` : path;
      const text = /\{[{%]/.test(template)
        ? (
            await engine.renderTemplate(
              { template, data: { data, job, output, date, file }, escape: 'none' },
              { group, signal },
            )
          ).html
        : template;
      const clean = cleanPath(text);
      if (clean === undefined) throw invalidField(`${at}/path`, 'Nothing is left of the path that the template makes.');
      paths.push(clean);
    }
    made.push(distinct(paths));
  }
  return made;
}

/** @param paths as {@link pathsOf} has them */
export async function planDeliveries(
  vault: Vault,
  destinations: readonly JobDestination[],
  { organisationId, paths }: { readonly organisationId: string; readonly paths: readonly (readonly string[])[] },
): Promise<readonly NewDelivery[]> {
  const key = vault.secret('delivery queues');
  const planned: NewDelivery[] = [];
  for (const [position, { kind, connection, settings, onConflict }] of destinations.entries()) {
    const place =
      connection ??
      JSON.stringify(
        kindOf(kind)
          .addresses(settings as never)
          .map(hostOf),
      );
    const queue = createHmac('sha256', key).update(`${organisationId} ${place}`).digest('base64url').slice(0, 22);
    for (const [output, path] of (paths[position] ?? []).entries()) {
      const id = newId('del');
      const target = Buffer.from(JSON.stringify({ path, onConflict, settings }));
      const sealed = await vault.seal(deliveryTarget(organisationId, id), target);
      planned.push({ id, position, output, kind, connection, target: sealed, queue });
    }
  }
  return planned;
}

const hostOf = (where: string | { readonly host: string; readonly port: number }): string =>
  typeof where === 'string' ? new URL(where).origin : `${where.host}:${where.port}`;
