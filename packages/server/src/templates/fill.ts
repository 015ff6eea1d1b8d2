import type { OptionTexts, SourceFile } from '@platen/engine';
import { templateOf } from './check.ts';
import { remainingDefaults } from './options.ts';
import type { ResolvedTemplate } from './resolve.ts';

/** A request for a conversion, with a template put in. */
export interface FilledRequest {
  /** As if the caller had sent the template itself. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly files: readonly SourceFile[];
  /** Liquid by name. */
  readonly snippets: Readonly<Record<string, string>>;
  /** Liquid of options that come from the template, by their pointer. */
  readonly texts: OptionTexts;
}

/**
 * Puts a template into the request that names it. What the request says itself wins: options over the defaults of the
 * template, files over those of the same name, a header or footer over the template's.
 * @param request a JSON object with `template_id`, and without `source`
 */
export function fillRequest(
  request: Readonly<Record<string, unknown>>,
  files: readonly SourceFile[],
  template: ResolvedTemplate,
): FilledRequest {
  const { template: html, snippets, texts } = templateOf(template.body);
  const named = new Set(files.map(({ name }) => name));
  return {
    json: {
      ...remainingDefaults(defaultsOf(template), request),
      ...request,
      source: { html },
      data: request.data ?? {},
    },
    files: [...template.files.filter(({ name }) => !named.has(name)), ...files],
    snippets,
    // A caller's own texts are no templates.
    texts: Object.hasOwn(request, 'metadata') ? {} : texts,
  };
}

/** The options of a template, with its header and footer. Where one would be printed says nothing without its text. */
function defaultsOf({ body }: ResolvedTemplate): Readonly<Record<string, unknown>> {
  const { header, footer, options } = body;
  const headerFooter = Object.entries({ header, footer }).flatMap(([name, source]) =>
    source === null ? [] : [[name, { ...(options[name] as object | undefined), source }] as const],
  );
  const { header: _header, footer: _footer, ...rest } = options;
  return { ...rest, ...Object.fromEntries(headerFooter) };
}
