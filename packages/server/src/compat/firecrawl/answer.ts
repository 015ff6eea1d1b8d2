import type { OutputResult, ReadableDetails, SeveralResults } from '@platen/engine';
import { headOf } from './head.ts';
import { HEAD, type Scrape } from './request.ts';

/** The results of a page as Firecrawl answers them. */
export function scrapeAnswer(
  { outputs, sourceStatus, warnings }: SeveralResults,
  { formats, url }: Pick<Scrape, 'formats' | 'url'>,
) {
  const readable = outputs.find(({ format }) => format === 'markdown');
  const picture = outputs.find(({ format }) => format !== 'markdown');
  const { metadata = {}, links = [], images = [], html, page_html: rawHtml, elements = [] } = readable?.details ?? {};
  const { site_name, image, published, modified, ...facts } = metadata;
  return {
    success: true,
    data: {
      ...(formats.markdown && readable ? { markdown: Buffer.from(readable.bytes).toString('utf8') } : {}),
      ...(formats.links ? { links: links.map((link) => link.url) } : {}),
      ...(formats.images ? { images: images.map((entry) => entry.url) } : {}),
      ...(html === undefined ? {} : { html }),
      ...(rawHtml === undefined ? {} : { rawHtml }),
      ...(formats.attributes.length > 0 ? { attributes: attributesOf(formats.attributes, elements) } : {}),
      ...(picture ? { screenshot: dataUrl(picture) } : {}),
      ...(warnings.length > 0 ? { warning: warnings.map(({ message }) => message).join(' ') } : {}),
      metadata: {
        ...headOf(elements.find(({ selector }) => selector === HEAD)?.elements ?? [], metadata.url),
        ...facts,
        ...(site_name === undefined ? {} : { ogSiteName: site_name }),
        ...(image === undefined ? {} : { ogImage: image }),
        ...(published === undefined ? {} : { publishedTime: published }),
        ...(modified === undefined ? {} : { modifiedTime: modified }),
        sourceURL: url,
        ...(sourceStatus === undefined ? {} : { statusCode: sourceStatus }),
        contentType: 'text/html',
        proxyUsed: 'basic',
        cacheState: 'miss',
      },
    },
  };
}

/** Of each that was asked for, the values of the elements that have it. */
const attributesOf = (wanted: Scrape['formats']['attributes'], found: NonNullable<ReadableDetails['elements']>) =>
  wanted.map(({ selector, attribute }) => ({
    selector,
    attribute,
    values: (found.find((entry) => entry.selector === selector)?.elements ?? []).flatMap(({ attributes }) =>
      Object.hasOwn(attributes, attribute) ? [attributes[attribute]] : [],
    ),
  }));

const dataUrl = ({ contentType, bytes }: OutputResult): string =>
  `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
