import type { NotesState } from './notes.ts';

/** Where footnotes and their areas lie: CSS pixels from the beginning of the text. */
export type NoteLayout = {
  readonly columns: readonly {
    /** The element that it begins in; `null` for the beginning of the text. */
    readonly element: string | null;
    /** From there to where areas begin at the side. */
    readonly shift: number;
    /** From the end of the area before to the area, and the height of it. */
    readonly areas: readonly { readonly gap: number; readonly height: number }[];
  }[];
  readonly notes: readonly { readonly top: number; readonly left: number; readonly number: number }[];
};

/**
 * Runs in the page. Keeps the room of the areas free and puts the notes into it. An area is a float as wide as the text; floats
 * of no width before it keep it where its page ends.
 */
export function layNotes(
  { columns, notes }: NoteLayout,
  { width, margin }: { width: number; margin: number },
  prefix: string,
): void {
  const state = (globalThis as NotesState).$notes;
  if (!state) return;
  for (const old of state.added.splice(0)) old.$remove();
  for (const [index, column] of columns.entries()) {
    const made: HTMLElement[] = [];
    const add = (name: string, height: number): HTMLElement => {
      const element = document.createElement(name);
      element.$setAttribute('data-platen-room', '');
      element.$style.setProperty('height', `${height}px`, 'important');
      made.push(element);
      return element;
    };
    add('platen-strut', 0).$id = `${prefix}-column-${index}`;
    for (const { gap, height } of column.areas) {
      add('platen-strut', gap);
      // The margin is a part of the room.
      const area = add('platen-area', height - margin);
      area.$setAttribute('aria-hidden', 'true');
      area.$style.setProperty('width', `max(${width}px, 100%)`, 'important');
      area.$style.setProperty('margin-left', `${column.shift}px`, 'important');
    }
    const element = column.element === null ? state.container : document.getElementById(column.element);
    element?.$prepend(...made);
    state.added.push(...made);
  }
  for (const [index, note] of state.notes.entries()) {
    const place = notes[index];
    if (!place) continue;
    note.$style.setProperty('top', `${place.top}px`, 'important');
    note.$style.setProperty('left', `${place.left}px`, 'important');
    const call = note.$previousElementSibling as HTMLElement | null;
    if (call?.$hasAttribute('data-platen-call')) call.$style.setProperty('counter-set', `footnote ${place.number}`);
  }
}

/**
 * Runs in the page. Leaves notes out, which have a place of their own and move nothing, or shows them: they cost a
 * layout as much as the text does.
 * @param ids elements whose places have to be known: a note with one of them stays
 */
export function showNotes(shown: boolean, ids: readonly string[]): void {
  const wanted = new Set(ids);
  for (const note of (globalThis as NotesState).$notes?.notes ?? []) {
    const stays =
      shown || wanted.has(note.$id) || [...note.$querySelectorAll('[id]')].some(({ $id: id }) => wanted.has(id));
    note.$style.setProperty('display', stays ? 'block' : 'none', 'important');
  }
}
