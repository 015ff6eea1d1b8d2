/** Extensions that a template can be converted to by its path, and the conversion that each is. */
export const TEMPLATE_EXTENSIONS = {
  pdf: 'pdf',
  png: 'image',
  jpeg: 'image',
  webp: 'image',
  txt: 'text',
  md: 'markdown',
  html: 'html',
} as const;
export type TemplateExtension = keyof typeof TEMPLATE_EXTENSIONS;

/** Parts of `invoice.pdf`. */
export interface TemplateFile {
  /** Slug or id, with its version if one is named. */
  readonly reference: string;
  readonly extension: TemplateExtension;
}

export function readTemplateFile(name: string): TemplateFile | undefined {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  if (dot < 1 || !Object.hasOwn(TEMPLATE_EXTENSIONS, extension)) return undefined;
  return { reference: name.slice(0, dot), extension: extension as TemplateExtension };
}

/**
 * Whoever posts to a template converts it, and needs the right to convert, not the one to change templates.
 * @param segments of the path as it was sent
 * @returns segments of the conversion that stands for it: `v1/convert/pdf` for `v1/templates/invoice.pdf`; undefined
 *   for every other path
 */
export function conversionOf(method: string, segments: readonly string[]): readonly string[] | undefined {
  const [version, area, name, ...more] = segments;
  if (method !== 'POST' && method !== '*') return undefined;
  if (version !== 'v1' || area !== 'templates' || name === undefined || name === '*' || more.length > 0) {
    return undefined;
  }
  // As the router reads it: "%2E" is a dot there.
  const decoded = decode(name);
  if (decoded === 'validate') return undefined;
  const extension = readTemplateFile(decoded)?.extension;
  return ['v1', 'convert', extension === undefined ? 'template' : TEMPLATE_EXTENSIONS[extension]];
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
