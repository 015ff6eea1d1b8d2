import type { FormField } from '../form/fields.ts';
import type { FieldGroup } from './form-looks.ts';
import { textString } from './text-string.ts';
import { Name, type PdfValue, type Text } from './value.ts';

/** Names of the states in which the buttons of a field are on; none for fields that have no states. */
export type FieldStates = readonly string[];

/** What may be the name of a state as it is. */
const STATE = /^[\w-]{1,60}$/;

/** A text string of anything: characters that control a terminal are left out, lines end as they do in fields. */
export const textOf = (text: string): Text =>
  textString(text.replaceAll(/\r\n?|\n/g, '\r').replaceAll(/[^\P{Cc}\t\r]/gu, ''));

/**
 * Names the states of a check box or of a group of radio buttons. They are the values, where these are different and may be names;
 * else numbers, and `/Opt` has the values (ISO 32000-1, 12.7.4.2.3).
 */
export function statesOf({ first, members }: FieldGroup): FieldStates {
  if (first.kind === 'checkbox') return members.map(() => (isState(first.value) ? first.value : '0'));
  if (first.kind !== 'radio') return [];
  const { named, values } = radioValues(members);
  return members.map(({ field }) => (named ? field.value : String(values.indexOf(field))));
}

const isState = (value: string): boolean => STATE.test(value) && value !== 'Off';

/** The buttons of a group: one that stands on several pages is one. */
function radioValues(members: FieldGroup['members']): { named: boolean; values: readonly FormField[] } {
  const values = [...new Set(members.map(({ field }) => field))];
  const different = new Set(values.map(({ value }) => value)).size === values.length;
  return { values, named: different && values.every(({ value }) => isState(value)) };
}

const FLAGS = {
  readOnly: 1,
  required: 2,
  noExport: 4,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  combo: 1 << 17,
  multiSelect: 1 << 21,
} as const;

/** `/Ff` of a field (12.7.3.1, 12.7.4). */
export function fieldFlags({ first, members }: FieldGroup): number {
  const every = (is: (field: FormField) => boolean) => members.every(({ field }) => is(field));
  const flags: [boolean, number][] = [
    [every(({ readOnly, disabled }) => readOnly || disabled), FLAGS.readOnly],
    [members.some(({ field }) => field.required), FLAGS.required],
    [every(({ disabled }) => disabled), FLAGS.noExport],
    [first.multiline, FLAGS.multiline],
    [first.password, FLAGS.password],
    [first.kind === 'radio', FLAGS.radio | FLAGS.noToggleToOff],
    [first.kind === 'choice' && !first.open, FLAGS.combo],
    [first.kind === 'choice' && first.multiple, FLAGS.multiSelect],
  ];
  return flags.reduce((sum, [is, flag]) => (is ? sum | flag : sum), 0);
}

/** What a field says of its value, and of those that it may have. */
export function fieldValue(group: FieldGroup, states: FieldStates): [string, PdfValue][] {
  const { first, members } = group;
  switch (first.kind) {
    case 'text': {
      const limit: [string, PdfValue][] = first.maxLength > 0 ? [['MaxLen', first.maxLength]] : [];
      return first.value === '' ? limit : [['V', textOf(first.value)], ...limit];
    }
    case 'choice':
      return choiceValue(first);
    case 'checkbox': {
      const state = states[0] as string;
      const value: [string, PdfValue] = ['V', new Name(first.checked ? state : 'Off')];
      return isState(first.value) ? [value] : [value, ['Opt', members.map(() => textOf(first.value))]];
    }
    case 'radio': {
      const chosen = members.findIndex(({ field }) => field.checked);
      const value: [string, PdfValue] = ['V', new Name(states[chosen] ?? 'Off')];
      const { named } = radioValues(members);
      return named ? [value] : [value, ['Opt', members.map(({ field }) => textOf(field.value))]];
    }
    default:
      return [];
  }
}

function choiceValue({ options, multiple }: FormField): [string, PdfValue][] {
  const all = options.map(([value, text]): PdfValue => (value === text ? textOf(text) : [textOf(value), textOf(text)]));
  const chosen = [...options.keys()].filter((index) => options[index]?.[2]);
  const values = chosen.map((index) => textOf((options[index] as FormField['options'][number])[0]));
  const entries: [string, PdfValue][] = [['Opt', all]];
  if (values.length > 0)
    entries.push(['V', multiple && values.length > 1 ? values : (values[0] as Text)], ['I', chosen]);
  return entries;
}
