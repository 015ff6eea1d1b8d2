/** What the author declares about a page for machines: of which kind it is, and the text of its article. */
export interface Declared {
  /** `og:type`, and the types of the things that the page describes (schema.org), in lower case. */
  readonly types: readonly string[];
  /** Text of the article, of the description or the like; empty when nothing is declared. Nobody sees it. */
  readonly body: string;
}

/** Reads Open Graph and JSON-LD (schema.org). Runs in the page. */
export function readDeclared(): Declared {
  const LONGEST_SCRIPT = 300_000;
  const LONGEST_BODY = 100_000;
  const MOST_SCRIPTS = 10;
  const MOST_THINGS = 200;
  const types = new Set<string>();
  let body = '';
  const openGraph = document.querySelector('meta[property="og:type" i]')?.getAttribute('content');
  if (openGraph) types.add(`og:${openGraph.trim().toLowerCase().slice(0, 40)}`);
  const queue: unknown[] = [];
  for (const script of [...document.querySelectorAll('script[type="application/ld+json" i]')].slice(0, MOST_SCRIPTS)) {
    const text = script.textContent ?? '';
    if (text.length > LONGEST_SCRIPT) continue;
    try {
      queue.push(JSON.parse(text));
    } catch {
      // Many are written by hand, and are not JSON.
    }
  }
  for (let index = 0; index < queue.length && index < MOST_THINGS; index += 1) {
    const thing = queue[index];
    if (Array.isArray(thing)) queue.push(...thing.slice(0, MOST_THINGS));
    else if (typeof thing === 'object' && thing !== null) {
      const { '@type': type, '@graph': graph, mainEntity, articleBody, text } = thing as Record<string, unknown>;
      for (const name of Array.isArray(type) ? type : [type])
        if (typeof name === 'string') types.add(name.toLowerCase().slice(0, 40));
      queue.push(graph, mainEntity);
      for (const told of [articleBody, text])
        if (typeof told === 'string' && told.length > body.length) body = told.slice(0, LONGEST_BODY);
    }
  }
  return { types: [...types].slice(0, 20), body };
}
