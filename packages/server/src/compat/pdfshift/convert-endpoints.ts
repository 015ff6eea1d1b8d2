import { z } from 'zod';
import { type ConversionParts, convertMany, convertOne } from '../../conversions/convert.ts';
import { conversionAnswer } from '../../conversions/endpoints.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonBody, uncheckedBody } from '../../http/define-endpoint.ts';
import { bodyOf } from '../../http/request-body.ts';
import { inWordsOf, sentIn } from '../words.ts';
import { type PdfShiftFormat, requestOf, requestsOf } from './body.ts';
import { wordsIn } from './words.ts';

/** `POST /v3/convert/{pdf|png|jpeg|webp}` and, as older clients ask, `POST /v3/convert/` and `POST /v3/convert`. */

const endpoint = endpointsOf<ConversionParts>();

const request = z
  .looseObject({
    source: z.union([z.string(), z.array(z.string())]).describe('An address, HTML, or several of them with `webhook`.'),
  })
  .describe('Fields of PDFShift, and those of `/v1`; docs/coming-from/pdfshift.md tells what is different.');

const conversion = (path: string, format: PdfShiftFormat, operation: string) => {
  const kind = format === 'pdf' ? 'pdf' : 'image';
  return endpoint({
    method: 'post',
    path,
    layer: 'pdfshift',
    operation,
    tag: 'Conversions',
    summary: `Convert to ${format.toUpperCase()}`,
    description: `As PDFShift's: a source that answers with an error is converted too, unless \`raise_for_status\` is true.`,
    access: { resource: 'convert', action: 'write' },
    scope: [`convert:${kind}`, 'convert:*'],
    countsAs: `/v1/convert/${kind}`,
    request: uncheckedBody({
      ...jsonBody('PdfShiftRequest', request, [
        { name: 'html', summary: 'HTML', value: { source: '<h1>Hello</h1>', sandbox: true } },
      ]),
      required: ['source'],
    }),
    answer: conversionAnswer(kind, [format === 'pdf' ? 'application/pdf' : `image/${format}`]),
    errors: [...CONVERSION_ERRORS, 'not_supported'],
    handle: ({ request: asked, reply }, parts) => {
      const { json, files } = bodyOf(asked);
      const several = requestsOf(json);
      if (!several) {
        const body = { json: requestOf(json, format), files };
        return inWordsOf(wordsIn(json), sentIn(json), () => convertOne(asked, reply, { kind, body }, parts));
      }
      const bodies = several.map((one) => ({ json: requestOf(one, format), files: [] }));
      return inWordsOf(wordsIn(json), sentIn(json), () => convertMany(asked, reply, { kind, bodies }, parts));
    },
  });
};

export const PDFSHIFT_CONVERSIONS: readonly HandledEndpoint<ConversionParts>[] = [
  conversion('/v3/convert/pdf', 'pdf', 'pdfshift_convert_pdf'),
  conversion('/v3/convert/png', 'png', 'pdfshift_convert_png'),
  conversion('/v3/convert/jpeg', 'jpeg', 'pdfshift_convert_jpeg'),
  conversion('/v3/convert/webp', 'webp', 'pdfshift_convert_webp'),
  conversion('/v3/convert/', 'pdf', 'pdfshift_convert'),
  conversion('/v3/convert', 'pdf', 'pdfshift_convert_bare'),
];
