import type { Run, TextRun } from '../blocks.ts';

/** How text is marked and where it leads. */
export interface Style {
  readonly marks: number;
  readonly link?: string | undefined;
}

/** What CSS does to the white space of a text (`white-space-collapse`). */
export type WhiteSpace = 'collapse' | 'preserve' | 'preserve-breaks';

/** Gathers the inline content of one paragraph. */
export interface Inline {
  /** Adds the text of a node, with its white space treated as CSS does. */
  text(data: string, whiteSpace: WhiteSpace, style: Style): void;
  /** Adds a space that collapses with those beside it. */
  space(): void;
  /** Adds a line break, an image or the like. */
  add(run: Run): void;
  /** Ends the paragraph and returns its content; empty when there is nothing to read. */
  take(): Run[];
}

/** Makes gatherers of inline content. Runs in the page. */
export function createInlines(): () => Inline {
  /** Not seen, and in the way of searching: soft hyphens, zero-width spaces, glyphs of icon fonts. */
  const INVISIBLE = /[\u00ad\u200b\u2060\ufeff\ue000-\uf8ff]/;
  const INVISIBLE_ALL = new RegExp(INVISIBLE, 'g');
  const WIDE = /[\u2e80-\u303f\u3041-\u30ff\u3400-\u9fff\uff01-\uff60]/;
  /** Between two ideographs a line break of the source is no space. */
  const WIDE_BREAK =
    /(?<=[\u2e80-\u303f\u3041-\u30ff\u3400-\u9fff\uff01-\uff60])[ \t\r\f]*\n\s*(?=[\u2e80-\u303f\u3041-\u30ff\u3400-\u9fff\uff01-\uff60])/g;
  const SPACES = /[ \t\r\n\f\u00a0]+/g;
  /** White space that is not a single space. */
  const UNEVEN = /[\t\r\n\f\u00a0]| {2}/;
  const PLAIN: Style = { marks: 0 };
  type Gap = '' | 'space' | 'newline';

  const isBlank = (run: Run | undefined): boolean =>
    run !== undefined && (run.kind === 'break' || (run.kind === 'text' && run.text.trim() === ''));
  const gapOf = (spaces: string): Gap => (spaces.includes('\n') ? 'newline' : 'space');

  class Gatherer implements Inline {
    #runs: Run[] = [];
    #parts: string[] = [];
    #open: Style | undefined;
    #last = '';
    #gap: Gap = '';
    /** Marks and link of the space that is due. */
    #gapMarks = 0;
    #gapLink: string | undefined;

    text(data: string, whiteSpace: WhiteSpace, style: Style): void {
      const visible = INVISIBLE.test(data) ? data.replace(INVISIBLE_ALL, '') : data;
      if (visible === '') return;
      if (whiteSpace === 'collapse') this.#collapsed(visible, style);
      else this.#lines(visible, style, whiteSpace === 'preserve');
    }

    space(): void {
      this.#hold('space', PLAIN);
    }

    add(run: Run): void {
      if (run.kind === 'break') {
        this.#break();
        return;
      }
      this.#settle('x', { marks: 0, link: 'link' in run ? run.link : undefined });
      this.#close();
      this.#runs.push(run);
      this.#last = 'x';
    }

    take(): Run[] {
      this.#close();
      this.#gap = '';
      this.#last = '';
      let taken = this.#runs;
      if (taken.length === 0) return taken;
      this.#runs = [];
      while (isBlank(taken.at(-1))) taken.pop();
      const first = taken.findIndex((run) => !isBlank(run));
      if (first > 0) taken = taken.slice(first);
      const final = taken.at(-1);
      if (final?.kind === 'text') {
        const text = final.text.trimEnd();
        if (text.length < final.text.length) taken[taken.length - 1] = { ...(final as TextRun), text };
      }
      return taken;
    }

    #close(): void {
      if (!this.#open) return;
      const { marks, link } = this.#open;
      const text = this.#parts.join('');
      this.#runs.push(link === undefined ? { kind: 'text', text, marks } : { kind: 'text', text, marks, link });
      this.#parts = [];
      this.#open = undefined;
    }

    #write(text: string, style: Style): void {
      if (this.#open && (this.#open.marks !== style.marks || this.#open.link !== style.link)) this.#close();
      this.#open ??= style;
      this.#parts.push(text);
      this.#last = text.slice(-1);
    }

    /** Writes the space that is due, outside of marks that it or one of its sides does not have. */
    #settle(next: string, style: Style): void {
      if (this.#gap === '') return;
      const joined = this.#gap === 'newline' && WIDE.test(this.#last) && WIDE.test(next);
      if (this.#last !== '' && !joined) {
        const marks = this.#gapMarks & style.marks;
        const link = this.#gapLink === style.link ? style.link : undefined;
        // Mostly the space is the text's own.
        const own = marks === style.marks && link === style.link;
        this.#write(' ', own ? style : { marks, link });
      }
      this.#gap = '';
    }

    #hold(gap: Gap, style: Style): void {
      if (this.#gap === '') {
        this.#gap = gap;
        const before = this.#open ?? PLAIN;
        this.#gapMarks = before.marks & style.marks;
        this.#gapLink = before.link === style.link ? style.link : undefined;
      } else if (gap === 'space') this.#gap = 'space';
    }

    #collapsed(data: string, style: Style): void {
      const text = UNEVEN.test(data) ? data.replace(SPACES, ' ') : data;
      const from = text.startsWith(' ') ? 1 : 0;
      const to = text.length > from && text.endsWith(' ') ? text.length - 1 : text.length;
      if (from === 1) this.#hold(gapOf(/^\s*/.exec(data)?.[0] ?? ''), style);
      if (to <= from) return;
      const body = text.slice(from, to);
      this.#settle(body[0] ?? '', style);
      const wide = data.includes('\n') && WIDE.test(body);
      this.#write(wide ? data.trim().replace(WIDE_BREAK, '').replace(SPACES, ' ') : body, style);
      if (to < text.length) this.#hold(gapOf(data.slice(data.trimEnd().length)), style);
    }

    #lines(data: string, style: Style, spaces: boolean): void {
      data
        .replace(/\r\n?/g, '\n')
        .split('\n')
        .forEach((line, index) => {
          if (index > 0) this.#break();
          if (!spaces) this.#collapsed(line, style);
          else if (line !== '') {
            this.#settle(line[0] ?? '', style);
            this.#write(line.replaceAll('\u00a0', ' '), style);
          }
        });
    }

    #break(): void {
      this.#close();
      this.#gap = '';
      this.#last = '';
      this.#runs.push({ kind: 'break' });
    }
  }
  return () => new Gatherer();
}
