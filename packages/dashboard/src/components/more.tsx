import { useEffect, useRef } from 'react';
import { t } from '../texts/en.ts';
import { Button } from './button.tsx';

interface MoreButtonProps {
  readonly rows: {
    readonly data: readonly unknown[] | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Whether the next part is asked for as soon as somebody comes near the end: where nothing stands below the list. */
  readonly auto?: boolean;
}

/** Pixels before the end at which the next part is asked for. */
const NEAR = 800;

/** The next part of a list, if there is one. */
export function MoreButton({ rows, auto = false }: MoreButtonProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows;
  const place = useRef<HTMLDivElement>(null);
  // What failed is asked for again by the button only.
  const count = data?.length;
  const watches = auto && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each part the end is at another place; one that came at once changes nothing else
  useEffect(() => {
    if (!watches || !place.current) return undefined;
    const watcher = new IntersectionObserver(
      // Several may have come together: the last one tells how it is now.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: `${NEAR}px` },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [watches, count, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={place} className="flex justify-center border-t border-line p-3">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.more}
      </Button>
    </div>
  );
}
