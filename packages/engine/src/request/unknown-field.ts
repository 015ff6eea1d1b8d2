import { nearestName } from '../nearest.ts';
import { COMMON_FIELDS, NEIGHBORS, type NeighborField } from './neighbors.ts';

/** Names that are told to whoever wrote one that is like none of them. */
const MOST_LISTED = 12;

/** Ways to write a name come to the same: `margin-top`, `marginTop` and `margin_top`. */
const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();

/** The first table that has a name decides. */
const BY_NAME: ReadonlyMap<string, NeighborField> = new Map(
  [...COMMON_FIELDS, ...NEIGHBORS.flatMap(({ fields }) => fields)]
    .toReversed()
    .map((field) => [plain(field.theirs), field]),
);

/**
 * What to do about a field that is not known, as sentences that follow "The field … is not known."
 * @param known names that are known beside it
 * @param isConversion whether it stands where the options of a conversion do, so that names of other services are meant
 */
export function remedyOf(
  name: string,
  known: readonly string[],
  { isConversion }: { readonly isConversion: boolean },
): string {
  const written = known.find((each) => plain(each) === plain(name));
  if (written !== undefined) return `Did you mean "${written}"?`;
  const neighbor = isConversion ? BY_NAME.get(plain(name)) : undefined;
  if (neighbor !== undefined) {
    const { ours, note } = neighbor;
    if (ours === undefined) return note ?? 'Remove it.';
    const [root = ''] = ours.split('.');
    if (root === 'source' || root === 'template_id' || known.includes(root)) {
      return [`Did you mean "${ours}"?`, ...(note === undefined ? [] : [note])].join(' ');
    }
    if (note !== undefined) return note;
  }
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  if (known.length === 0 || known.length > MOST_LISTED) return 'Remove it.';
  return `Known here: ${known.map((each) => `"${each}"`).join(', ')}.`;
}
