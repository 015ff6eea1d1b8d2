import { type Context, type Emitter, IncludeTag, LayoutTag, type LiquidOptions, RenderTag } from 'liquidjs';
import { TemplateContext } from './liquid-context.ts';
import { UnknownSnippet } from './liquid-fault.ts';

/** Snippets and layouts: texts that come with the template, by name. No name is ever a path of a file. */

type Snippets = Readonly<Record<string, string>>;

/** What liquidjs takes for its file system. It asks in the synchronous way only. */
export function snippetFiles(snippets: Snippets): NonNullable<LiquidOptions['fs']> {
  const read = (name: string): string => {
    const text = Object.hasOwn(snippets, name) ? snippets[name] : undefined;
    if (text === undefined) throw new UnknownSnippet(name);
    return text;
  };
  return {
    existsSync: (name) => read(name) !== undefined,
    readFileSync: read,
    resolve: (_folder, name) => name,
    containsSync: () => true,
    exists: async (name) => read(name) !== undefined,
    readFile: async (name) => read(name),
    contains: async () => true,
  };
}

type Rendering = Generator<unknown, void, unknown>;

/** Renders what a tag loads, one step deeper. */
function* deeper(context: Context, render: () => Rendering): Rendering {
  if (!(context instanceof TemplateContext)) return yield* render();
  context.enter();
  yield* render();
  context.leave();
}

class DeepRenderTag extends RenderTag {
  override *render(context: Context, emitter: Emitter): Rendering {
    yield* deeper(context, () => super.render(context, emitter) as Rendering);
  }
}

class DeepIncludeTag extends IncludeTag {
  override *render(context: Context, emitter: Emitter): Rendering {
    yield* deeper(context, () => super.render(context, emitter) as Rendering);
  }
}

class DeepLayoutTag extends LayoutTag {
  override *render(context: Context, emitter: Emitter): Rendering {
    yield* deeper(context, () => super.render(context, emitter) as Rendering);
  }
}

export const snippetTags = { render: DeepRenderTag, include: DeepIncludeTag, layout: DeepLayoutTag };

/** The names of snippets that a part of a compiled template loads, where they are written out. */
export function loadedName(template: unknown): string | undefined {
  const isLoading = template instanceof RenderTag || template instanceof IncludeTag || template instanceof LayoutTag;
  const file = isLoading ? (template as unknown as { readonly file: unknown }).file : undefined;
  return typeof file === 'string' ? file : undefined;
}
