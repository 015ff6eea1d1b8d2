import type { ReactNode } from 'react';
import { Card } from './layout.tsx';

interface FigureProps {
  readonly title: string;
  /** Nothing is shown until it is known. */
  readonly value: ReactNode;
  readonly note: ReactNode;
}

/** One figure, large. */
export function Figure({ title, value, note }: FigureProps) {
  return (
    <Card>
      <p className="m-0 text-muted">{title}</p>
      <p className="m-0 mt-1 min-h-9 text-3xl font-semibold tabular-nums tracking-tight">{value || ''}</p>
      <p className="m-0 mt-1 min-h-5 text-[0.8125rem] text-muted">{note}</p>
    </Card>
  );
}
