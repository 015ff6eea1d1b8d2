import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef } from 'react';
import { type Found, previewTemplate } from '../../api/preview.ts';
import { triedFieldsOf } from './draft.ts';
import { together } from './together.ts';
import { type PreviewOptions, REQUEST, useRested } from './use-preview.ts';

/** Pages that are drawn of a document. */
const MOST = 10;
/** Pages that are drawn first while none is in the window yet. */
const FIRST = 2;
/** Milliseconds without another change after which the pages are drawn that are not in the window. */
const REST = 700;
/** Pixels of a picture: as wide as it is shown, in steps, so that a little more room asks for nothing new. */
const WIDTH = { least: 300, most: 1_000, step: 100, first: 800 } as const;

interface LivePreviewOptions extends Omit<PreviewOptions, 'pages' | 'width'> {
  /** Whether it is not known yet what the text is filled with: pages that are drawn now are drawn again then. */
  readonly waits: boolean;
  /** What the pages are shown in, each an element with `data-page`. */
  readonly pane: RefObject<HTMLElement | null>;
}

/**
 * The pages of a text that is typed: those in the window at once, as large as they are shown, and the others when nothing is
 * typed for a moment. Until then those are shown as they were.
 */
export function useLivePreview({ reference, template, draft, files = '', waits, pane }: LivePreviewOptions) {
  const fields = triedFieldsOf(draft);
  const { escape: mode, strict_variables, schema } = template;
  const request = { template_id: reference, ...fields, escape: mode, strict_variables, schema };
  const asked = [reference, draft, files];
  const width = useRef<number>(WIDTH.first);

  const near = useQuery({
    ...REQUEST,
    queryKey: ['/v1/preview', 'near', ...asked],
    enabled: fields !== undefined && !waits,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found> => {
      width.current = widthOf(pane.current) ?? WIDTH.first;
      const window = { ...pagesInWindow(pane.current), width: width.current };
      return await previewTemplate({ ...request, ...window }, { signal });
    },
  });
  const preview = near.data?.preview;
  const lacks = preview !== null && preview !== undefined && preview.drawn.length < Math.min(MOST, preview.pages);
  const rested = useRested(near.data, REST);
  const all = useQuery({
    ...REQUEST,
    // What an older text looks like is not worth drawing: another text gives up what is drawn.
    queryKey: ['/v1/preview', 'all', ...asked],
    enabled: lacks && fields !== undefined && !near.isPlaceholderData && rested === near.data,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found> =>
      await previewTemplate({ ...request, most_pages: MOST, width: width.current }, { signal }),
  });
  const { data, isPending } = near;
  return {
    data: useMemo(() => data && together(data, all.data), [data, all.data]),
    error: near.error ?? all.error,
    isPending,
    isFetching: near.isFetching || all.isFetching,
    refetch: () => (near.error ? near : all).refetch(),
  };
}

function pagesInWindow(pane: HTMLElement | null): { readonly first_page: number; readonly most_pages: number } {
  const room = pane?.getBoundingClientRect();
  const shown = [...(pane?.querySelectorAll<HTMLElement>('[data-page]') ?? [])].filter((page) => {
    const { top, bottom } = page.getBoundingClientRect();
    return room && bottom > Math.max(0, room.top) && top < Math.min(window.innerHeight, room.bottom);
  });
  const [first, last] = [shown[0], shown.at(-1)].map((page) => Number(page?.dataset.page));
  return first && last ? { first_page: first, most_pages: last - first + 1 } : { first_page: 1, most_pages: FIRST };
}

function widthOf(pane: HTMLElement | null): number | undefined {
  const shown = pane?.querySelector('img')?.clientWidth;
  if (!shown) return undefined;
  const pixels = Math.ceil((shown * window.devicePixelRatio) / WIDTH.step) * WIDTH.step;
  return Math.min(WIDTH.most, Math.max(WIDTH.least, pixels));
}
