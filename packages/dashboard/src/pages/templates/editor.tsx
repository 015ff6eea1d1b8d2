import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { service } from '../../api/service.ts';
import type { Part } from './draft.ts';

/** A place in a text: line and column from 1. */
export interface Place {
  readonly line: number;
  readonly column?: number;
}

interface Fault extends Place {
  readonly message: string;
}

interface EditorProps {
  readonly label: string;
  readonly part: Part;
  readonly value: string;
  readonly faults: readonly Fault[];
  /** Where the cursor is put; each new one once. */
  readonly goTo: Place | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
  /** The line of the cursor, from 1, whenever it has moved. */
  readonly onLine: (line: number) => void;
}

/** Names of the data are completed in Liquid. */
const LANGUAGES = { content: liquid, header: liquid, footer: liquid, css, data: json, options: json } as const;

export const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono, ui-monospace, monospace)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important', color: 'inherit' },
  '.cm-changedLine': { backgroundColor: 'var(--notice-soft) !important' },
  '.cm-changedText': {
    background: 'none !important',
    textDecoration: 'underline',
    textDecorationColor: 'var(--notice)',
  },
});

const COLORS = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.number, tags.bool, tags.null, tags.unit], color: 'var(--notice)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.special(tags.brace), tags.processingInstruction, tags.operator], color: 'var(--bad)' },
  { tag: [tags.comment, tags.meta], color: 'var(--muted)' },
  { tag: tags.variableName, color: 'var(--accent-strong)' },
]);

function offsetOf(document: Text, { line, column = 1 }: Place): number {
  const { from, to } = document.line(Math.min(Math.max(1, line), document.lines));
  return Math.min(to, from + column - 1);
}

/** The ring of the focus, over the numbers of the lines too. */
const FOCUS =
  "relative after:pointer-events-none after:absolute after:inset-0 after:z-[300] after:content-[''] focus-within:after:outline-2 focus-within:after:-outline-offset-2 focus-within:after:outline-accent";

/** A source text with its language. Tab leaves it, as it leaves everything that a keyboard comes to. */
export function Editor({ label, part, value, faults, goTo, isReadOnly, onChange, onLine }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const moved = useRef(onLine);
  moved.current = onLine;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for a part; what it says later is put in below
  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(service.nonce),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          search({ top: true }),
          highlightSelectionMatches(),
          highlightActiveLine(),
          lintGutter(),
          LANGUAGES[part](),
          syntaxHighlighting(COLORS),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.lineWrapping,
          EditorState.readOnly.of(isReadOnly),
          // What can be edited has its place among what Tab comes to; the attribute says so to tools that look at it.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
            const { head } = update.state.selection.main;
            if (update.selectionSet && update.view.hasFocus) moved.current(update.state.doc.lineAt(head).number);
          }),
          THEME,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, part, isReadOnly]);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is another editor, which knows of no faults yet
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { doc } = editor.state;
    const diagnostics = faults.map(({ message, ...at }): Diagnostic => {
      const from = offsetOf(doc, at);
      return { from, to: doc.lineAt(from).to, severity: 'error', message };
    });
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [faults, part]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place may be in the part that has just been opened
  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo) return;
    const anchor = offsetOf(editor.state.doc, goTo);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    editor.focus();
  }, [goTo, part]);

  return <div ref={place} className={`h-full min-h-72 overflow-hidden ${FOCUS}`} />;
}
