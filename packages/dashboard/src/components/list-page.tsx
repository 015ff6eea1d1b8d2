import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Card, Page } from './layout.tsx';
import { MoreButton } from './more.tsx';
import { Async, Empty } from './states.tsx';
import { type Column, Table } from './table.tsx';

/** What a dialog is given in which something new is made. */
export interface NewProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMade: () => unknown;
}

interface ListPageProps<Row> {
  readonly texts: {
    readonly title: string;
    readonly lead: string;
    readonly make: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
  };
  readonly rows: Parameters<typeof MoreButton>[0]['rows'] & {
    readonly data: readonly Row[] | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly columns: readonly Column<Row>[];
  /** The dialog for a new one. */
  readonly form: ComponentType<NewProps>;
  readonly mayMake: boolean;
  /** Looks at the list again. */
  readonly again: () => unknown;
  /** What is told above the list. */
  readonly children?: ReactNode;
}

/** A page with a list of what was made, and a dialog that makes more. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { texts, rows, columns, form: Form, mayMake, again, children } = props;
  const [making, setMaking] = useState(false);
  const make = mayMake && (
    <Button kind="primary" onClick={() => setMaking(true)}>
      {texts.make}
    </Button>
  );
  const made = () => {
    setMaking(false);
    return again();
  };
  return (
    <Page title={texts.title} lead={texts.lead} actions={make}>
      <div className="grid gap-5">
        {children}
        <Card flush>
          <Async query={rows}>
            {(all) =>
              all.length === 0 ? (
                <Empty title={texts.emptyTitle} text={texts.emptyText}>
                  {make}
                </Empty>
              ) : (
                <Table label={texts.title} columns={columns} rows={all} keyOf={({ id }) => id} />
              )
            }
          </Async>
          <MoreButton auto rows={rows} />
        </Card>
      </div>
      <Form open={making} onClose={() => setMaking(false)} onMade={made} />
    </Page>
  );
}
