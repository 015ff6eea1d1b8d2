import type { DrawnPage, Run } from '../api/preview.ts';
import { t } from '../texts/en.ts';

interface RunMarksProps {
  readonly page: DrawnPage;
  /** Whether a run is written at the place that somebody works on. */
  readonly isMarked: (run: Run) => boolean;
  readonly onChoose: (run: Run) => void;
}

const percent = (part: number): string => `${part * 100}%`;

/** The texts of a page, over its picture: each leads to where it is written. With the keyboard, the same is told by the cursor in the source. */
export function RunMarks({ page, isMarked, onChoose }: RunMarksProps) {
  return (
    <svg aria-hidden className="absolute inset-0 size-full" viewBox="0 0 100 100" preserveAspectRatio="none">
      {page.runs?.map((run, index) => {
        const [x, y, width, height] = run.box;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer alone; hidden from others, who have the source
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a page that does not change
            key={index}
            x={percent(x)}
            y={percent(y)}
            width={percent(width)}
            height={percent(height)}
            fill="var(--accent)"
            onClick={() => onChoose(run)}
            className={`cursor-pointer hover:opacity-20 ${isMarked(run) ? 'opacity-25' : 'opacity-0'}`}
          >
            <title>{t.templates.toSource(run.text)}</title>
          </rect>
        );
      })}
    </svg>
  );
}
