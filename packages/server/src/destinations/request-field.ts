import { z } from 'zod';
import { KINDS } from './kinds.ts';

/** Destinations of one request. */
const MOST = 5;

const path = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .describe(
    'Folders and name of the file: a Liquid template over `data`, `job` (id, tag, batch, position, schedule), `output` (format, extension, position), `date` (UTC, `2030-01-31`) and `file`, the name of the result. Default: `{{ file }}`. A path that ends with a slash is a folder.',
  );
const onConflict = z
  .enum(['replace', 'rename', 'fail'])
  .optional()
  .describe('What happens if there is a file of this name. Default: `replace`.');

const byConnection = z
  .strictObject({
    kind: z.literal('connection').optional(),
    connection: z
      .string()
      .regex(/^conn_[0-9a-z]{26}$/, 'must be the id of a connection')
      .describe('Id of a connection (`POST /v1/connections`).'),
    path,
    on_conflict: onConflict,
  })
  .meta({ id: 'ConnectionDestination' });

const inline = KINDS.map((kind) =>
  z
    .strictObject({
      kind: z.literal(kind.name),
      ...kind.settings.shape,
      ...(kind.single ? {} : { path, on_conflict: onConflict }),
    })
    .meta({ id: `Destination_${kind.name}` }),
);

const one = z.discriminatedUnion('kind', [byConnection, ...inline]).meta({ id: 'Destination' });

/** One destination, or a list of them. */
export const destinationsField = z.union([one, z.array(one).min(1).max(MOST)]);

/** Fields of a conversion that say where its results are sent. */
export const destinationFields = {
  destination: destinationsField
    .optional()
    .describe(
      'Sends the results there; the answer is JSON that says where they are. One destination or a list of at most 5: each is a connection, or has a `kind` and its settings. docs/destinations.md has all of them.',
    ),
  s3_destination: z
    .string()
    .max(1_200)
    .regex(
      /^(?:s3|gs):\/\/[a-z0-9][a-z0-9._-]{1,220}\/.+$/,
      'must be like s3://bucket/path; the name of a bucket has 2 characters or more',
    )
    .optional()
    .describe('Short form: `s3://bucket/path` or `gs://bucket/path`, of a bucket that there is one connection for.'),
  presigned_url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
    .max(8_000)
    .optional()
    .describe('Short form: an address that takes the result by PUT.'),
};

export type DestinationFields = z.output<z.ZodObject<typeof destinationFields>>;
/** A destination as a request says it. */
export type RequestedDestination = { readonly at: string } & (
  | z.output<typeof byConnection>
  | { readonly kind: string; readonly path?: string; readonly on_conflict?: 'replace' | 'rename' | 'fail' }
  | { readonly kind: 'place'; readonly place: string; readonly path: string }
);

/** All forms are one list; `at` points to where each stands. */
export function requestedDestinations({
  destination,
  s3_destination: bucket,
  presigned_url: url,
}: Partial<DestinationFields>): readonly RequestedDestination[] {
  const list = destination === undefined ? [] : Array.isArray(destination) ? destination : [destination];
  const several = Array.isArray(destination);
  const [, place = '', key = ''] = /^(\w+:\/\/[^/]+)\/(.+)$/s.exec(bucket ?? '') ?? [];
  return [
    ...list.map((each, index) => ({ ...each, at: several ? `/destination/${index}` : '/destination' })),
    ...(bucket === undefined ? [] : [{ kind: 'place' as const, place, path: key, at: '/s3_destination' }]),
    ...(url === undefined ? [] : [{ kind: 'http_put', url, at: '/presigned_url' }]),
  ] as readonly RequestedDestination[];
}
