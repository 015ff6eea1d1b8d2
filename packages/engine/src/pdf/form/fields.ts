/** What a control of a form is as a field of a PDF, as the page tells it. */
export type FieldKind = 'text' | 'checkbox' | 'radio' | 'choice' | 'signature';

export interface FormField {
  readonly kind: FieldKind;
  /** Of the control; empty for one that has none. */
  readonly name: string;
  /** Controls of one form have the same number, so that radio buttons of one name are one group. */
  readonly form: number;
  /** What a person reads beside it: its label. */
  readonly label: string;
  /** Of a text field what stands in it, of a check box or a radio button what is sent for it. */
  readonly value: string;
  readonly checked: boolean;
  /** Of a choice: what is sent, what is read, and whether it is chosen. */
  readonly options: readonly (readonly [value: string, text: string, chosen: boolean])[];
  readonly readOnly: boolean;
  /** A control that is disabled is read-only, and is not sent. */
  readonly disabled: boolean;
  readonly required: boolean;
  readonly multiline: boolean;
  readonly password: boolean;
  readonly multiple: boolean;
  /** Whether a choice is a list that is open. */
  readonly open: boolean;
  /** Characters that it takes at most; 0 for no limit. */
  readonly maxLength: number;
  /** Place in the order of the tab key; 0 for that of the document. */
  readonly tab: number;
  /** CSS pixels, as it is laid out before it is turned. */
  readonly width: number;
  readonly height: number;
  /** Degrees by which it is turned, clockwise. */
  readonly angle: number;
  readonly font: 'sans' | 'serif' | 'mono';
  /** CSS pixels. */
  readonly fontSize: number;
  readonly color: readonly [number, number, number];
  /** What a check box is filled with when it is checked; absent where it is drawn by the page's styles. */
  readonly accent: readonly [number, number, number] | null;
  readonly align: 'left' | 'center' | 'right';
  /** Whether it shows something that has to be drawn in the page's own fonts. */
  readonly shows: boolean;
}

/** A control that became no field. */
export interface LeftOut {
  /** What it is, such as `input type=file`. */
  readonly element: string;
  readonly name: string;
  readonly reason: 'kind' | 'unseen' | 'frame' | 'many' | 'place';
}

/** Controls that became no fields: the first of them, and how many there are. */
export interface AllLeftOut {
  readonly first: readonly LeftOut[];
  readonly count: number;
}

/** The fields of a document, and where they are looked for in its PDF. */
export interface PlacedFields {
  /** What the address of each link begins with that stands in the place of a field; its number follows. */
  readonly mark: string;
  readonly fields: readonly FormField[];
}
