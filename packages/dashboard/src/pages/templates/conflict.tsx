import type { Template } from '@platen/client';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../texts/en.ts';
import { Difference } from './difference.tsx';
import { type Draft, draftOf } from './draft.ts';

interface ConflictProps {
  readonly theirs: Template;
  readonly mine: Draft;
  readonly onSettle: (keep: 'mine' | 'theirs') => void;
}

/** Two people have changed one template: one of them says what is to stay. */
export function Conflict({ theirs, mine, onSettle }: ConflictProps) {
  return (
    <Dialog open wide title={t.templates.conflictTitle} text={t.templates.conflictText}>
      <Difference before={draftOf(theirs)} after={mine} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={() => onSettle('theirs')}>{t.templates.keepTheirs}</Button>
        <Button kind="primary" onClick={() => onSettle('mine')}>
          {t.templates.keepMine}
        </Button>
      </div>
    </Dialog>
  );
}
