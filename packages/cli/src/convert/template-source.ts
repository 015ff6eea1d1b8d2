import { fillRequest } from '@platen/server/templates';
import { readFolder } from '../templates-folder.ts';
import type { Prepared } from './source.ts';

/**
 * The request that a service would make of the template, were the folder pushed to it.
 * @param options what was asked for by hand; it wins over the folder's own options
 * @param data default: the sample data of the folder
 * @throws UsageError when the folder holds no template that can be read
 */
export async function readTemplateFolder(
  folder: string,
  options: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>> | undefined,
): Promise<Prepared> {
  const { template } = readFolder(folder);
  const { snippets: texts, assets, schema, escape: escapeMode, strict_variables: strictVariables } = template;
  const named = [...texts].map(([name, content]) => [name, { version: 0, content }] as const);
  const files = [...assets].map(([name, bytes]) => ({ name, bytes }));
  const filled = fillRequest({ ...options, data: data ?? template.sample_data ?? {} }, [], {
    id: template.slug,
    body: { ...template, assets: [], snippets: Object.fromEntries(named) },
    files,
  });
  return {
    body: filled.json,
    files: filled.files,
    template: {
      snippets: filled.snippets,
      texts: filled.texts,
      escape: escapeMode,
      strictVariables,
      schema: schema ?? undefined,
    },
    defaults: Object.keys(filled.json).filter((name) => !Object.hasOwn(options, name)),
  };
}
