/** How templates and snippets are named. */

/** A name of a template or snippet within its organisation. */
const SLUG = /^[a-z0-9_-]{1,100}$/;
export const TEMPLATE_ID = /^tpl_[0-9a-z]{26}$/;
export const SNIPPET_ID = /^snp_[0-9a-z]{26}$/;

/** Names that paths have another meaning for. */
const RESERVED: readonly string[] = ['validate', 'new'];

/** What is wrong with the slug of a new template or the name of a new snippet, as the rest of a sentence. */
export function slugFault(slug: string): string | undefined {
  if (!SLUG.test(slug)) return 'must be 1 to 100 lower-case letters, digits, "-" and "_"';
  if (RESERVED.includes(slug)) return 'must be another word: this one is reserved';
  if (TEMPLATE_ID.test(slug) || SNIPPET_ID.test(slug)) return 'must not look like an id';
  return undefined;
}

/** Names of a folder, one in the other. */
const MOST_LEVELS = 3;

/** What is wrong with the folder of a template, as the rest of a sentence. Empty means none. */
export function folderFault(folder: string): string | undefined {
  if (folder === '') return undefined;
  const levels = folder.split('/');
  if (levels.length > MOST_LEVELS) return `must have at most ${MOST_LEVELS} levels, such as "Invoices/2026/Drafts"`;
  if (/\p{Cc}/u.test(folder)) return 'must be without control characters';
  if (levels.some((level) => level === '' || level !== level.trim())) {
    return 'must be names separated by "/", such as "Invoices/2026", none of them empty or with spaces around it';
  }
  return undefined;
}

/** Which version of which template is meant. */
export interface TemplateReference {
  /** Slug or id. */
  readonly template: string;
  /** `published` if none is named. */
  readonly version: number | 'draft' | 'published';
}

/** Largest number of a version: that of a column of integers. */
const LAST_VERSION = 2_147_483_647;

/** Reads `slug`, `slug@3`, `slug@draft` or `tpl_…`; undefined for what can name no template. */
export function readReference(text: string): TemplateReference | undefined {
  const [, template = '', version] = /^([a-z0-9_-]{1,100})(?:@(draft|[1-9][0-9]{0,9}))?$/.exec(text) ?? [];
  if (template === '') return undefined;
  if (version === undefined) return { template, version: 'published' };
  if (version === 'draft') return { template, version };
  return Number(version) <= LAST_VERSION ? { template, version: Number(version) } : undefined;
}
