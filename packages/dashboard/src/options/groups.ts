import type { OutputKind } from '../api/convert.ts';
import type { Option } from './from-document.ts';

export type GroupName =
  | 'page'
  | 'look'
  | 'parts'
  | 'file'
  | 'image'
  | 'reading'
  | 'waiting'
  | 'browser'
  | 'blocking'
  | 'faults'
  | 'more';

/** Where an option stands in the form. One that is new, and not here yet, is under `more`. */
const GROUPS: Readonly<Record<Exclude<GroupName, 'more'>, string>> = {
  page: 'format width height landscape margin pages fit zoom expand prefer_css_page_size prefer_css_page_margin trim_blank_pages remove_blank',
  look: 'css media use_print color_scheme reduced_motion disable_backgrounds disable_images disable_links viewport hide_selectors',
  parts: 'header footer watermark tagged outline forms',
  file: 'metadata protection compression image_dpi deterministic sandbox tag',
  image: 'target_format fullpage css_selector clip quality dpi resize transparent omit_background',
  reading:
    'content include_selectors exclude_selectors only_selector include elements chunking max_tokens links wrap heading_style bullet link_style tables front_matter images',
  waiting:
    'wait_for wait_for_selector wait_for_network ignore_long_polling delay timeout lazy_load_images virtual_time',
  browser: 'javascript disable_javascript http_headers cookies auth locale timezone user_agent',
  blocking: 'block_ads block_cookie_banners block_resources',
  faults: 'strict fail_on allow_error_status raise_for_status strict_variables escape',
};

const GROUP_OF = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) => names.split(' ').map((name) => [name, group as GroupName])),
);

export interface OptionGroup {
  readonly name: GroupName;
  readonly options: readonly Option[];
}

/** The options that the chosen results have and that a search finds, in groups. */
export function groupsOf(
  options: readonly Option[],
  { kinds, search }: { readonly kinds: readonly OutputKind[]; readonly search: string },
): OptionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = options.filter(({ name, kinds: of, schema }) => {
    const text = `${name} ${name.replaceAll('_', ' ')} ${schema.description ?? ''}`.toLowerCase();
    return of.some((kind) => kinds.includes(kind)) && words.every((word) => text.includes(word));
  });
  const names: readonly GroupName[] = [...(Object.keys(GROUPS) as GroupName[]), 'more'];
  return names
    .map((name) => ({ name, options: found.filter((option) => (GROUP_OF.get(option.name) ?? 'more') === name) }))
    .filter((group) => group.options.length > 0);
}
