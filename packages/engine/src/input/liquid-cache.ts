import { type CompiledTemplate, compile } from './liquid.ts';
import type { RenderJob, TemplateSource } from './template-protocol.ts';

/** Compiled templates that a child keeps for the renders to come. */

const MOST_TEMPLATES = 20;
/** Characters of all kept templates and snippets; compiled they take about forty bytes for each. */
const MOST_CHARACTERS = 400_000;

interface Kept {
  readonly compiled: CompiledTemplate;
  readonly characters: number;
}

const kept = new Map<string, Kept>();

const textsOf = ({ parts, snippets }: TemplateSource): string[] => [
  ...Object.entries(parts).flat(),
  ...Object.entries(snippets).flat(),
];

/** Whether both have the same texts. A key alone is not trusted: a mistake of the caller must not print old text. */
function isSame(left: TemplateSource, right: TemplateSource): boolean {
  if (left.escapeMode !== right.escapeMode) return false;
  const [these, those] = [textsOf(left), textsOf(right)];
  return these.length === those.length && these.every((text, index) => text === those[index]);
}

function keep(key: string, compiled: CompiledTemplate): void {
  const characters = textsOf(compiled.source).reduce((sum, text) => sum + text.length, 0);
  if (characters > MOST_CHARACTERS / 2) return;
  kept.set(key, { compiled, characters });
  let total = [...kept.values()].reduce((sum, entry) => sum + entry.characters, 0);
  for (const [oldest, entry] of kept) {
    if (kept.size <= MOST_TEMPLATES && total <= MOST_CHARACTERS) break;
    kept.delete(oldest);
    total -= entry.characters;
  }
}

/**
 * The compiled form of a template: the kept one, or a new one, which is then kept under the key of the job, else under
 * its text.
 * @throws TemplateFailure
 */
export function compiledFor({ parts, snippets, escapeMode, key }: RenderJob): CompiledTemplate {
  const source = { parts, snippets, escapeMode };
  const name = key ?? parts.content ?? '';
  const found = kept.get(name);
  if (found && isSame(found.compiled.source, source)) {
    // The least recently used stands first.
    kept.delete(name);
    kept.set(name, found);
    return found.compiled;
  }
  const compiled = compile(source);
  keep(name, compiled);
  return compiled;
}
