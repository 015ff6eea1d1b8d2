import { parseContent, unquote } from './content-list.ts';
import type { PagedElement } from './in-page/collect.ts';
import type { Places } from './places.ts';
import type { PerPage } from './rewrite.ts';
import { idIn, stringsSetBy } from './texts.ts';
import type { UnsupportedPlace } from './unsupported.ts';

/** Strings that margin boxes ask for and nothing sets. */
export function unsetStrings(elements: readonly PagedElement[], perPage: ReadonlyMap<string, PerPage>): string[] {
  const asked = new Set([...perPage.values()].flatMap((made) => (made.kind === 'string' ? [made.name] : [])));
  const set = new Set(elements.flatMap(stringsSetBy));
  return [...asked].filter((name) => !set.has(name)).map((name) => `string(${name}), which nothing sets`);
}

/** References to places that the document does not have; where they lead to other documents, they show nothing. */
export function missingTargets(elements: readonly PagedElement[], { of }: Places): UnsupportedPlace[] {
  const known = new Set(elements.filter(({ target }) => target).map(({ name }) => name));
  return elements.flatMap(({ id, content }) =>
    content.flatMap(({ value }) =>
      parseContent(value).flatMap((part) => {
        if (part.kind !== 'function' || !part.name.startsWith('target-')) return [];
        const [argument = ''] = part.args;
        const address = unquote(/^url\(([\s\S]*)\)$/i.exec(argument)?.[1]?.trim() ?? argument);
        if (!/^#./.test(address) || known.has(idIn(argument))) return [];
        return [{ what: `${part.name}() of ${address}, which is not there`, page: (of.get(id)?.page ?? 0) + 1 }];
      }),
    ),
  );
}
