import { t } from '../texts/en.ts';
import { Button } from './button.tsx';

interface MoreButtonProps {
  readonly rows: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The next part of a list, if there is one. */
export function MoreButton({ rows }: MoreButtonProps) {
  if (!rows.hasNextPage) return null;
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button busy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
        {t.more}
      </Button>
    </div>
  );
}
