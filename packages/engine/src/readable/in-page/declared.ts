/** What the author declares about a page for machines: of which kind it is, and the text of its article. */
export interface Declared {
  /** `og:type`, and the types of the things that the page describes (schema.org), in lower case. */
  readonly types: readonly string[];
  /** Text of the article, of the description or the like; empty when nothing is declared. Nobody sees it. */
  readonly body: string;
  /** Facts of the article, product or page that is described; those that are declared. */
  readonly facts: DeclaredFacts;
}

export interface DeclaredFacts {
  title?: string;
  description?: string;
  author?: string;
  published?: string;
  modified?: string;
  site?: string;
  /** As the author wrote it. */
  image?: string;
}

/** Reads Open Graph and JSON-LD (schema.org). Runs in the page. */
export function readDeclared(): Declared {
  const LONGEST_SCRIPT = 300_000;
  const LONGEST_BODY = 100_000;
  const MOST_SCRIPTS = 10;
  const MOST_THINGS = 200;
  const LONGEST_FACT = 2_000;
  const MOST_AUTHORS = 10;
  const WORK =
    /article|posting|report|review|recipe|product|webpage|page$|video|book|course|event|creativework|software|podcast|dataset/i;
  const types = new Set<string>();
  let body = '';
  const facts: DeclaredFacts = {};

  /** Words, the name of a thing, or the names of several. */
  const named = (value: unknown, most: number): string => {
    if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim().slice(0, LONGEST_FACT);
    if (Array.isArray(value)) {
      const names = value.slice(0, most).map((one) => named(one, 1));
      return [...new Set(names.filter((name) => name !== ''))].join(', ').slice(0, LONGEST_FACT);
    }
    if (typeof value !== 'object' || value === null) return '';
    const { name, url, '@value': text, contentUrl } = value as Record<string, unknown>;
    return named(
      [name, text, url, contentUrl].find((one) => typeof one === 'string'),
      1,
    );
  };
  const addressed = (value: unknown): string => {
    if (Array.isArray(value)) return addressed(value[0]);
    if (typeof value !== 'object' || value === null) return named(value, 1);
    const { url, contentUrl } = value as Record<string, unknown>;
    return named(typeof url === 'string' ? url : contentUrl, 1);
  };
  /** What is declared first stays. */
  const addFacts = (thing: Record<string, unknown>): void => {
    const declared: DeclaredFacts = {
      title: named(thing.headline ?? thing.name, 1),
      description: named(thing.description, 1),
      author: named(thing.author ?? thing.creator, MOST_AUTHORS),
      published: named(thing.datePublished ?? thing.uploadDate, 1),
      modified: named(thing.dateModified, 1),
      site: named(thing.publisher, 1),
      image: addressed(thing.image ?? thing.thumbnailUrl),
    };
    for (const [fact, value] of Object.entries(declared)) {
      if (value) facts[fact as keyof DeclaredFacts] ||= value;
    }
  };
  const openGraph = document.querySelector('meta[property="og:type" i]')?.$getAttribute('content');
  if (openGraph) types.add(`og:${openGraph.trim().toLowerCase().slice(0, 40)}`);
  const queue: unknown[] = [];
  for (const script of [...document.querySelectorAll('script[type="application/ld+json" i]')].slice(0, MOST_SCRIPTS)) {
    const text = script.$textContent ?? '';
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
      if ([type].flat().some((name) => typeof name === 'string' && WORK.test(name))) {
        addFacts(thing as Record<string, unknown>);
      }
      queue.push(graph, mainEntity);
      for (const candidate of [articleBody, text])
        if (typeof candidate === 'string' && candidate.length > body.length) body = candidate.slice(0, LONGEST_BODY);
    }
  }
  return { types: [...types].slice(0, 20), body, facts };
}
