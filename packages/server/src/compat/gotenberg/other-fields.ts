import { flag, number } from './form.ts';
import { absent, type FormField, OUTPUT_NAME } from './form-field.ts';

/** Form fields of Gotenberg beside those of the page: what readers may do, what older clients send, what is not done here. */

export const PDF_ENGINE = 'results are not worked on by PDF engines here.';
const ATTACHED = 'files are not attached to a PDF here.';
const STAMPED = 'POST /v1/convert/pdf has "watermark".';
const absentOnes = (names: readonly string[], why: string): Readonly<Record<string, FormField>> =>
  Object.fromEntries(names.map((name) => [name, absent(why)]));

export const ABSENT_FIELDS: Readonly<Record<string, FormField>> = {
  embeds: absent(ATTACHED),
  stages: absent(PDF_ENGINE),
  archives: absent('send the files themselves; nothing is unpacked here.'),
  ...absentOnes(['optimizeImages', 'imageQuality'], 'POST /v1/convert/pdf makes files smaller by itself.'),
  embedsMetadata: absent(ATTACHED),
  ...absentOnes(['watermark', 'watermarkSource', 'watermarkExpression', 'watermarkPages', 'watermarkOptions'], STAMPED),
  ...absentOnes(['stamp', 'stampSource', 'stampExpression', 'stampPages', 'stampOptions'], STAMPED),
  ...absentOnes(['rotateAngle', 'rotatePages'], PDF_ENGINE),
  ...absentOnes(['facturxXml', 'facturxConformanceLevel', 'facturxDocumentType', 'facturxVersion'], ATTACHED),
};

/** What a reader of the PDF is not allowed, if it is false. */
const permission = (ours: string): FormField => ({
  kind: 'pdf',
  ours: `protection.${ours}`,
  read: (text, name) => (flag(name, text) ? {} : { [`protection.${ours}`]: true }),
});
export const PERMISSIONS: Readonly<Record<string, FormField>> = {
  allowPrinting: permission('no_print'),
  allowCopying: permission('no_copy'),
  allowModifying: permission('no_modify'),
  allowAnnotating: permission('no_annotate'),
  allowFillingForms: permission('no_forms'),
  allowAssembling: permission('no_assemble'),
};

/** Names of Gotenberg 6, which its older clients send, such as gotenberg-js-client. */
export const FORMER_FIELDS: Readonly<Record<string, FormField>> = {
  remoteURL: { note: '`url` of Gotenberg 6.', read: () => ({}) },
  pageRanges: {
    kind: 'pdf',
    note: '`nativePageRanges` of Gotenberg 6.',
    ours: 'pages',
    read: (text) => ({ pages: text }),
  },
  resultFilename: {
    note: `The header \`${OUTPUT_NAME}\` of Gotenberg 6.`,
    ours: 'download_name',
    read: (text) => ({ download_name: text }),
  },
  waitTimeout: {
    note: 'Seconds, of Gotenberg 6; a page that is not ready is printed as it is then, with a warning.',
    ours: 'timeout',
    read: (text, name) => ({ timeout: Math.max(1, Math.ceil(number(name, text, 0, 900))) }),
  },
  googleChromeRpccBufferSize: {
    note: 'Of Gotenberg 6. Changes nothing.',
    read(text, name) {
      number(name, text, 0, 1e9);
      return {};
    },
  },
  webhookURL: absent('name the address in the header "Gotenberg-Webhook-Url".'),
  webhookURLTimeout: absent('leave it out: a receiver may be silent for 30 seconds.'),
};
