import type { FastifyInstance } from 'fastify';

/** What stands before the paths of other services; a client that has the bare address asks for them without it. */
const LAYERS = ['', '/firecrawl', '/browserless', '/docraptor', '/forms/chromium'];

/** Services whose API is answered too, by what stands before their paths, and their guides. */
const GUIDES = [
  ['/firecrawl/', 'Firecrawl', 'firecrawl'],
  ['/browserless/', 'Browserless', 'browserless'],
  ['/docraptor/', 'DocRaptor', 'docraptor'],
  ['/forms/', 'Gotenberg', 'gotenberg'],
  ['/api/v1/', 'PDFMonkey', 'pdfmonkey'],
  ['/v3/', 'PDFShift', 'pdfshift'],
] as const;

/** What is said of a path that another service may have, and this one has not; undefined for one of our own. */
export function foreignPath(path: string): string | undefined {
  const [, service, guide] = GUIDES.find(([prefix]) => path.startsWith(prefix)) ?? [];
  return service && `Nothing of ${service} is at this path here: docs/coming-from/${guide}.md tells what is.`;
}

/** Which methods each path answers, so that a wrong method is distinguished from a wrong path. */
export class RouteTable {
  readonly #methods = new Map<string, Set<string>>();

  /** Collects every route that is added to the application from now on. */
  collect(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, method }) => {
      const methods = this.#methods.get(url) ?? new Set();
      for (const name of [method].flat()) methods.add(name);
      this.#methods.set(url, methods);
    });
  }

  /** The methods that a path answers, or undefined if there is no such path. */
  methodsOf(path: string): readonly string[] | undefined {
    const methods = this.#methods.get(path);
    return methods && [...methods].sort();
  }

  /**
   * The path that another differs from in upper case and in slashes only, or in what stands before the paths of another
   * service, if there is one without variable segments.
   */
  pathLike(path: string): string | undefined {
    const plain = `/${path.toLowerCase().split('/').filter(Boolean).join('/')}`;
    return plain === '/' ? undefined : LAYERS.map((layer) => layer + plain).find((near) => this.#methods.has(near));
  }
}
