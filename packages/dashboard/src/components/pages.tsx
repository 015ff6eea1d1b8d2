import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DrawnPage, type DrawnPdf, previewPdf } from '../api/preview.ts';
import { t } from '../texts/en.ts';
import { Async } from './states.tsx';

interface PagesProps {
  readonly document: DrawnPdf;
  readonly clipped?: boolean;
  /** What lies over the picture of a page. */
  readonly over?: (page: DrawnPage) => ReactNode;
}

/** Pages below each other, with their measures. */
export function Pages({ document, clipped = false, over }: PagesProps) {
  return (
    <ol className="m-0 grid list-none justify-items-center gap-5 p-0">
      {document.drawn.map((drawn) => {
        const { page, paper, width, height, png } = drawn;
        return (
          <li key={page} data-page={page} className="grid w-full max-w-[800px] gap-1.5">
            <span className="relative block">
              <img
                src={`data:image/png;base64,${png}`}
                width={width}
                height={height}
                alt={t.pages.alt(page)}
                className={`block h-auto w-full border bg-white shadow-low ${clipped ? 'border-line border-r-4 border-r-bad' : 'border-line'}`}
              />
              {over?.(drawn)}
            </span>
            <span className="text-center text-xs text-muted tabular-nums">
              {t.pages.measures(page, paper.width, paper.height)}
            </span>
          </li>
        );
      })}
      {document.drawn.length < document.pages && (
        <li className="text-[0.8125rem] text-muted">{t.pages.first(document.drawn.length, document.pages)}</li>
      )}
    </ol>
  );
}

/** Pages that are drawn. */
const MOST = 10;

interface PdfPagesProps {
  /** Names the file: it is drawn once. */
  readonly name: string;
  /** Base64. */
  readonly file: () => Promise<string>;
}

/** The pages of a PDF, drawn by the service: nothing of the file is opened in this page. */
export function PdfPages({ name, file }: PdfPagesProps) {
  const query = useQuery({
    queryKey: ['/v1/preview/pdf', name],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => await previewPdf(await file(), MOST, { signal }),
  });
  return (
    <Async query={query}>
      {(document) => (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
          tabIndex={0}
          aria-label={t.pages.title}
          className="max-h-[36rem] overflow-auto bg-sunken p-4"
        >
          <Pages document={document} />
        </section>
      )}
    </Async>
  );
}
