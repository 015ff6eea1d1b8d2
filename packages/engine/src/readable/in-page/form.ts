import type { Run } from '../blocks.ts';

/** What a form control shows. */
export type Shown =
  | { readonly kind: 'text'; readonly text: string; readonly lines: boolean; readonly control: boolean }
  | { readonly kind: 'run'; readonly run: Run };

/**
 * The value that a form control shows to a person. What it hides (passwords, options that are not chosen) and hints
 * that stand in for a value (placeholders) are no content. Runs in the page.
 * @returns `undefined` when the element is no form control, `null` when it shows nothing
 */
export function readControl(element: Element): Shown | null | undefined {
  const value = (text: string, { lines = false, control = false } = {}): Shown | null =>
    text.trim() === '' ? null : { kind: 'text', text, lines, control };
  switch (element.$localName) {
    case 'input': {
      const input = element as HTMLInputElement;
      switch (input.type) {
        case 'hidden':
        case 'password':
        case 'file':
        case 'range':
        case 'color':
        case 'image':
          return null;
        case 'checkbox':
        case 'radio':
          return { kind: 'run', run: { kind: 'checkbox', checked: input.checked } };
        case 'submit':
        case 'reset':
        case 'button':
          return value(input.value, { control: true });
        default:
          return value(input.value);
      }
    }
    case 'select': {
      const select = element as HTMLSelectElement;
      const shown = select.multiple || select.size > 1 ? [...select.selectedOptions] : [select.selectedOptions[0]];
      return value(shown.map((option) => option?.label.trim() ?? '').join(', '));
    }
    case 'textarea':
      return value((element as HTMLTextAreaElement).value, { lines: true });
    case 'datalist':
    case 'progress':
    case 'meter':
      return null;
    default:
      return undefined;
  }
}
