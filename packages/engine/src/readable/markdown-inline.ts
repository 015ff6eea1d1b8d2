import type { PhrasingContent } from 'mdast';
import { MARK, type Run, type TextRun } from './blocks.ts';

export interface InlineOptions {
  /** Whether images are links to their files, their text only, or left out; `data` keeps data URLs too. */
  readonly images: 'link' | 'data' | 'alt' | 'none';
  /** Makes a link; by default one with its address beside it. */
  readonly link: (url: string, children: PhrasingContent[]) => PhrasingContent;
  /** Notes that are defined in the document; references to others are plain text. */
  readonly notes: ReadonlySet<string>;
  /** What stands for a line break, as in a table cell, where Markdown has none. */
  readonly lineBreak?: PhrasingContent;
}

/** Marks that have an element around their text, outermost first. Code is innermost. */
const WRAPPED = [MARK.strike, MARK.strong, MARK.emphasis, MARK.sub, MARK.sup] as const;

const ANY_MARK = WRAPPED.reduce((all: number, mark) => all | mark, 0);
const isMarked = (run: Run): boolean => run.kind === 'text' && (run.marks & ANY_MARK) !== 0;

/** Inline content as Markdown's. */
export function toPhrasing(runs: readonly Run[], options: InlineOptions): PhrasingContent[] {
  return byLink(unbracketed(runs), options);
}

/** Brackets around a reference to a note are the author's way to mark it; Markdown has its own. */
function unbracketed(runs: readonly Run[]): Run[] {
  const result = [...runs];
  for (let index = 0; index < result.length; index += 1) {
    if (result[index]?.kind !== 'note') continue;
    const before = result[index - 1];
    const after = result[index + 1];
    if (before?.kind !== 'text' || after?.kind !== 'text') continue;
    if (!before.text.endsWith('[') || !after.text.startsWith(']')) continue;
    result[index - 1] = { ...before, text: before.text.slice(0, -1) };
    result[index + 1] = { ...after, text: after.text.slice(1) };
  }
  return result.filter((run) => run.kind !== 'text' || run.text !== '');
}

const linkOf = (run: Run): string | undefined => ('link' in run ? run.link : undefined);

function byLink(runs: readonly Run[], options: InlineOptions): PhrasingContent[] {
  return stretches(runs, linkOf).flatMap(({ value: url, runs: stretch }) => {
    if (url === undefined) return byMark(stretch, 0, options);
    const [lead, inner, trail] = trimmed(stretch);
    const children = byMark(inner, 0, options);
    // A link of pictures that are left out leads from nowhere.
    if (children.length === 0) return byMark(stretch, 0, options);
    return [...lead, options.link(url, children), ...trail];
  });
}

function byMark(runs: readonly Run[], level: number, options: InlineOptions): PhrasingContent[] {
  const mark = runs.some(isMarked) ? WRAPPED[level] : undefined;
  if (mark === undefined) return runs.flatMap((run, index) => leaf(run, runs[index + 1], options));
  const has = (run: Run) => run.kind === 'text' && (run.marks & mark) !== 0;
  return stretches(runs, has).flatMap(({ value, runs: stretch }) => {
    if (!value) return byMark(stretch, level + 1, options);
    const [lead, inner, trail] = trimmed(stretch);
    const children = byMark(inner, level + 1, options);
    return children.length === 0 ? lead : [...lead, ...wrap(mark, children), ...trail];
  });
}

interface Stretch<T> {
  readonly value: T;
  readonly runs: Run[];
}

function stretches<T>(runs: readonly Run[], read: (run: Run) => T): Stretch<T>[] {
  const found: Stretch<T>[] = [];
  for (const run of runs) {
    const value = read(run);
    const last = found.at(-1);
    if (last && last.value === value) last.runs.push(run);
    else found.push({ value, runs: [run] });
  }
  return found;
}

/** White space at the edges of a mark stands outside of it, or Markdown would not read the mark. */
function trimmed(runs: readonly Run[]): [PhrasingContent[], Run[], PhrasingContent[]] {
  const inner = [...runs];
  const first = inner[0];
  const lead = first?.kind === 'text' ? (/^\s+/.exec(first.text)?.[0] ?? '') : '';
  if (lead !== '') inner[0] = { ...(first as TextRun), text: (first as TextRun).text.slice(lead.length) };
  const last = inner.at(-1);
  const trail = last?.kind === 'text' ? last.text.slice(last.text.trimEnd().length) : '';
  if (trail !== '') inner[inner.length - 1] = { ...(last as TextRun), text: (last as TextRun).text.trimEnd() };
  const space = (text: string): PhrasingContent[] => (text === '' ? [] : [{ type: 'text', value: ' ' }]);
  return [space(lead), inner.filter((run) => run.kind !== 'text' || run.text !== ''), space(trail)];
}

function wrap(mark: number, children: PhrasingContent[]): PhrasingContent[] {
  switch (mark) {
    case MARK.strike:
      return [{ type: 'delete', children }];
    case MARK.strong:
      return [{ type: 'strong', children }];
    case MARK.emphasis:
      return [{ type: 'emphasis', children }];
    default: {
      const tag = mark === MARK.sub ? 'sub' : 'sup';
      return [{ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` }];
    }
  }
}

function leaf(run: Run, next: Run | undefined, options: InlineOptions): PhrasingContent[] {
  switch (run.kind) {
    case 'text':
      if ((run.marks & MARK.code) === 0) return [{ type: 'text', value: run.text }];
      return run.text.trim() === ''
        ? [{ type: 'text', value: ' ' }]
        : inlineCode(run.text, options.lineBreak !== undefined);
    case 'break':
      return [options.lineBreak ?? { type: 'break' }];
    case 'math':
      return [{ type: 'html', value: `$${run.tex}$` }];
    case 'note':
      if (!options.notes.has(run.id)) return [{ type: 'text', value: `[${run.id}]` }];
      return [{ type: 'footnoteReference', identifier: run.id.toLowerCase(), label: run.id }];
    case 'checkbox': {
      const gap = next?.kind === 'text' && !/^\s/.test(next.text) ? ' ' : '';
      return [
        { type: 'html', value: run.checked ? '[x]' : '[ ]' },
        ...(gap ? [{ type: 'text' as const, value: gap }] : []),
      ];
    }
    case 'image':
      return imageOf(run, options);
  }
}

/**
 * Code in a line. In a table a pipe is escaped even within code, so that a backslash before it cannot be written there
 * (GFM, section 4.10): then the code is an element.
 */
export function inlineCode(value: string, inCell: boolean): PhrasingContent[] {
  if (!inCell || !value.includes('\\|')) return [{ type: 'inlineCode', value }];
  return [
    { type: 'html', value: '<code>' },
    { type: 'text', value },
    { type: 'html', value: '</code>' },
  ];
}

function imageOf(run: Extract<Run, { kind: 'image' }>, { images }: InlineOptions): PhrasingContent[] {
  const data = run.source.startsWith('data:');
  if (images === 'alt' || (data && images === 'link')) return run.alt === '' ? [] : [{ type: 'text', value: run.alt }];
  if (images === 'none') return [];
  return [{ type: 'image', url: run.source, alt: run.alt, title: run.title ?? null }];
}
