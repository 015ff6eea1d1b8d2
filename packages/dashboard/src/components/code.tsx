import { CopyButton } from './button.tsx';

/** A text to read and to copy, as it is. */
export function Code({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-2 border-b border-line py-1 pl-3 pr-1">
        <span className="text-xs font-medium text-muted">{label}</span>
        <CopyButton kind="quiet" text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it */}
      <pre tabIndex={0} className="code m-0 max-h-96 overflow-auto whitespace-pre p-3">
        {text}
      </pre>
    </div>
  );
}
