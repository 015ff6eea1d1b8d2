import { EngineError } from '../errors.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type ImageFormat, kindOf } from '../request/request.ts';
import { validateRequest } from '../request/validate.ts';
import type { OutputResult } from '../result.ts';
import type { PrintApart, WatermarkOptions } from './watermark.ts';

/** Words across a page, as large as those of most sizes of paper can be. */
export function wordsAcross(text: string): WatermarkOptions {
  const request = validateRequest(
    {
      source: { html: text },
      watermark: { text, font_size: 80, font_bold: true, font_color: '#d40000', font_opacity: 35 },
    },
    'pdf',
  );
  return request.options.watermark as WatermarkOptions;
}

const FILE = 'picture';

/**
 * A picture with words across it. They are laid over the finished picture on a page of our own, where no script of the
 * document can take them away. Text and Markdown stay as they are.
 */
export async function markPicture(
  result: OutputResult,
  options: ConversionRequest,
  { mark = '', print }: { readonly mark?: string; readonly print: PrintApart },
): Promise<OutputResult> {
  if (kindOf(result.format) !== 'image') return result;
  const { quality, transparent, omit_background } = options;
  const request = validateRequest(
    {
      source: { html: pageWith(mark) },
      css_selector: '#picture',
      transparent,
      ...(omit_background === undefined ? {} : { omit_background }),
      ...(quality === undefined ? {} : { quality }),
    },
    'image',
    { files: [{ name: FILE, bytes: Buffer.from(result.bytes) }] },
  );
  const format = result.format as ImageFormat;
  const { outputs } = await print({ ...request, outputs: [{ format, options: request.options }] });
  const bytes = outputs[0]?.bytes;
  if (!bytes) throw new EngineError('render_crashed', 'The picture could not be marked. Try again.');
  return { ...result, bytes };
}

/** The picture in its own size, and the words again and again, so that no part of it is without. */
function pageWith(words: string): string {
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160"><text x="120" y="80" fill="#d40000" fill-opacity=".45" font-family="sans-serif" font-weight="700" font-size="32" text-anchor="middle" dominant-baseline="middle" transform="rotate(-30 120 80)">${escaped(words)}</text></svg>`;
  const address = `data:image/svg+xml;base64,${Buffer.from(tile).toString('base64')}`;
  return `<style>
    html, body { margin: 0; background: transparent }
    #picture { display: inline-block; position: relative; vertical-align: top }
    #picture img { display: block }
    #picture::after { content: ""; position: absolute; inset: 0; background: url("${address}") center }
  </style><div id="picture"><img src="${FILE}"></div>`;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
