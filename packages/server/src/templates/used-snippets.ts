import type { FrozenSnippet, TemplateBody } from './body.ts';

/** Reads snippets by name; those that do not exist are left out. */
export type SnippetReader = (names: readonly string[]) => Promise<ReadonlyMap<string, FrozenSnippet>>;

/** Snippets may use snippets, this many levels deep; Liquid itself ends earlier. */
const LEVELS = 100;

/**
 * Names of snippets that Liquid could ask for: whatever stands in quotes behind `render`, `include` or `layout`. What stands in
 * comments or raw parts is found too, which does no harm.
 */
export function snippetNames(liquid: string): readonly string[] {
  const tags = liquid.matchAll(/\b(?:render|include|layout)\b\s*(?:'([^'\n]{1,100})'|"([^"\n]{1,100})")/g);
  return [...new Set([...tags].map(([, single, double]) => single ?? double ?? ''))];
}

/** The snippets that a template uses, also by way of others, in the order of their names. */
export async function usedSnippets(
  { content, header, footer }: Pick<TemplateBody, 'content' | 'header' | 'footer'>,
  read: SnippetReader,
): Promise<Record<string, FrozenSnippet>> {
  const asked = new Set<string>();
  const used = new Map<string, FrozenSnippet>();
  let texts = [content, header ?? '', footer ?? ''];
  for (let level = 0; level < LEVELS && texts.length > 0; level += 1) {
    const names = [...new Set(texts.flatMap(snippetNames))].filter((name) => !asked.has(name));
    for (const name of names) asked.add(name);
    const found = names.length > 0 ? await read(names) : new Map<string, FrozenSnippet>();
    for (const [name, snippet] of found) used.set(name, snippet);
    texts = [...found.values()].map((snippet) => snippet.content);
  }
  return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
}
