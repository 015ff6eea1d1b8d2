import { Link } from '@tanstack/react-router';
import { Folder as FolderIcon } from 'lucide-react';
import { Fragment } from 'react';
import { t } from '../../texts/en.ts';
import { type Folder, levelsOf } from './template-folders.ts';

interface CrumbsProps {
  readonly folder: string;
  /** Of the template that is shown, if one is. */
  readonly slug?: string;
}

/** The way back: all templates, and the folders that one is in. */
export function Crumbs({ folder, slug }: CrumbsProps) {
  const levels = levelsOf(folder);
  return (
    <>
      <Link to="/templates" className="link">
        {t.templates.title}
      </Link>
      {levels.map(({ name, path }) => (
        <Fragment key={path}>
          {' / '}
          {slug === undefined && path === folder ? (
            <span aria-current="page" className="break-words">
              {name}
            </span>
          ) : (
            <FolderLink path={path}>{name}</FolderLink>
          )}
        </Fragment>
      ))}
      {slug !== undefined && (
        <>
          {' / '}
          <code className="break-all font-mono">{slug}</code>
        </>
      )}
    </>
  );
}

/** The folders in the one that is shown. */
export function Folders({ folders }: { readonly folders: readonly Folder[] }) {
  return (
    <ul aria-label={t.templates.folders} className="m-0 list-none p-0">
      {folders.map(({ name, path, count }) => (
        <li key={path} className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2">
          <FolderIcon aria-hidden className="size-5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1">
            <FolderLink path={path}>{name}</FolderLink>
          </span>
          <span className="whitespace-nowrap text-[0.8125rem] text-muted">{t.templates.count(count)}</span>
        </li>
      ))}
    </ul>
  );
}

export function FolderLink({ path, children }: { readonly path: string; readonly children: string }) {
  return (
    <Link to="/templates" search={{ folder: path }} className="link break-words">
      {children}
    </Link>
  );
}
