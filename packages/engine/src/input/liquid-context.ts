import { Context, Drop, type Liquid, type Scope } from 'liquidjs';
import { MissingVariable, TemplateFault } from './liquid-fault.ts';
import type { JobLimits, Limiter } from './liquid-limits.ts';
import { Markup } from './liquid-markup.ts';
import { PrintStrings } from './liquid-print.ts';
import { LIMIT_FAULTS, TEMPLATE_LIMITS } from './template-protocol.ts';

/** Fields of `forloop` and `tablerowloop`; nothing else of an object of liquidjs can be read by a template. */
const LOOP_FIELDS: ReadonlySet<unknown> = new Set(
  'first last index index0 rindex rindex0 length name col col0 col_first col_last row'.split(' '),
);

/** Hears of a variable that is missing, and where it was looked for. */
export type OnMissing = (missing: MissingVariable, owner: unknown) => void;

export interface TemplateScene {
  readonly liquid: Liquid;
  readonly limits: JobLimits;
  /** Files that the template may put into the document: a `data:` URL by name. */
  readonly files: ReadonlyMap<string, string>;
  readonly strictVariables: boolean;
  /** Keeps missing variables from ending the rendering: they are reported and print nothing. */
  readonly onMissing?: OnMissing | undefined;
}

/** Text of the layout's block, which liquidjs keeps in an object of its own. */
function isSuperBlock(object: unknown): object is { readonly super: () => Generator<unknown, string, unknown> } {
  return object instanceof Drop && 'superBlockRender' in object;
}

function* readSuper(object: { readonly super: () => Generator<unknown, string, unknown> }) {
  return new Markup((yield* object.super()) ?? '');
}

const keysOf = (object: unknown): string[] =>
  typeof object === 'object' && object !== null && !Array.isArray(object) && !(object instanceof Drop)
    ? Object.keys(object)
    : [];

/** Variables of a rendering. Reads own properties of data, and of other objects what a template has to know. */
export class TemplateContext extends Context {
  readonly scene: TemplateScene;
  #depth: number;

  constructor(variables: object, scene: TemplateScene, depth = 0) {
    const { liquid, limits, strictVariables } = scene;
    super(variables, liquid.options, { sync: true, strictVariables }, { liquid, ...limits });
    this.scene = scene;
    this.#depth = depth;
  }

  /** Enters a snippet or layout. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > TEMPLATE_LIMITS.snippetDepth) throw new TemplateFault(LIMIT_FAULTS.depth);
  }

  leave(): void {
    this.#depth -= 1;
  }

  override readProperty(object: Scope, key: PropertyKey | Drop): unknown {
    if (object instanceof Markup) return key === 'size' ? object.length : undefined;
    if (key === 'super' && isSuperBlock(object)) return readSuper(object);
    if (object instanceof PrintStrings) return object.named(key);
    if (object instanceof Drop && !LOOP_FIELDS.has(key)) return undefined;
    return super.readProperty(object, key as string);
  }

  override *_getFromScope(
    scope: unknown,
    paths: (PropertyKey | Drop)[] | string,
    strictVariables = this.strictVariables,
  ): IterableIterator<unknown> {
    const path = typeof paths === 'string' ? paths.split('.') : paths;
    const { onMissing } = this.scene;
    let value: unknown = scope;
    for (const [at, key] of path.entries()) {
      const owner = value;
      value = yield this.readProperty(owner as Scope, key as string);
      if (value !== undefined || !strictVariables) continue;
      const missing = new MissingVariable(path, at, this.#knownIn(owner, at === 0));
      if (!onMissing) throw missing;
      onMissing(missing, owner);
      return undefined;
    }
    return value;
  }

  #knownIn(owner: unknown, isFirst: boolean): string[] {
    // liquidjs hides its scopes by their type only.
    const { scopes } = this as unknown as { readonly scopes: readonly object[] };
    const owners = isFirst ? [...scopes, this.environments] : [owner];
    return owners.flatMap(keysOf);
  }

  /** Filters that go through a list push each element: the place to end those that go on for too long. */
  override push(scope: object): number {
    (this.renderLimit as Limiter).check(performance.now());
    return super.push(scope);
  }

  override spawn(scope: object = {}): Context {
    return new TemplateContext(scope, this.scene, this.#depth);
  }
}

/** The files that a filter may use. */
export function filesOf(context: Context): ReadonlyMap<string, string> {
  return context instanceof TemplateContext ? context.scene.files : new Map();
}
