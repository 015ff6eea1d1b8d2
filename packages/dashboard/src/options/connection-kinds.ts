import { type Document, type Option, written } from './from-document.ts';

/** A kind of place that results are sent to, and what is asked of it. */
export interface ConnectionKind {
  readonly kind: string;
  readonly title: string;
  readonly settings: readonly ConnectionSetting[];
}

interface ConnectionSetting extends Pick<Option, 'name' | 'schema'> {
  readonly required: boolean;
}

/** The kinds of connections, in the order of the OpenAPI document, with their references written out. */
export function connectionKindsOfDocument({ components: { schemas } }: Document): ConnectionKind[] {
  const kinds = schemas.CreateConnectionRequest?.oneOf ?? [];
  return kinds.map(({ $ref = '' }) => {
    const { title = '', properties = {} } = schemas[$ref.split('/').at(-1) ?? ''] ?? {};
    const { properties: asked = {}, required = [] } = written(properties.settings ?? {}, schemas, 0);
    const settings = Object.entries(asked).map(([name, schema]) => ({
      name,
      schema,
      required: required.includes(name),
    }));
    return { kind: String(properties.kind?.const), title, settings };
  });
}
