import { flag, unsupported } from './form.ts';

/** What a form field of Gotenberg is. */

export type Fields = Readonly<Record<string, unknown>>;
export type Kind = 'pdf' | 'image';
/** The header that names the result. */
export const OUTPUT_NAME = 'Gotenberg-Output-Filename';

export interface FormField {
  /** The routes that have it. Default: those of both kinds. */
  readonly kind?: Kind;
  /** For people: what is different here. */
  readonly note?: string;
  /** The fields of a request of ours that it decides, as paths, for refusals of those. */
  readonly ours?: string | readonly string[];
  /** @param text what was sent, never empty: an empty field counts as absent there */
  read(text: string, name: string): Fields;
}

export const absent = (why: string): FormField => ({
  note: `501: ${why}`,
  read(_text, name) {
    throw unsupported(name, why);
  },
});
/** What changes nothing unless it is switched on. */
export const absentSwitch = (why: string): FormField => ({
  note: `\`true\` is 501: ${why}`,
  read(text, name) {
    if (flag(name, text)) throw unsupported(name, why);
    return {};
  },
});
