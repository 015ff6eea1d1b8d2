import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { FileCode2 } from 'lucide-react';
import { thumbnailQuery } from '../../api/thumbnails.ts';

/** The first page of a template, small, beside its name. */
export function Thumbnail({ entry }: { readonly entry: Schemas['TemplateEntry'] }) {
  const { data, isPending } = useQuery(thumbnailQuery(entry));
  return (
    <span
      aria-busy={isPending}
      className={`grid h-14 w-11 shrink-0 place-items-center overflow-hidden rounded border border-line ${data ? 'bg-white' : 'bg-sunken'} ${isPending ? 'animate-pulse' : ''}`}
    >
      {data ? (
        <img
          src={`data:image/png;base64,${data}`}
          alt=""
          decoding="async"
          className="block size-full object-cover object-top"
        />
      ) : (
        <FileCode2 aria-hidden className="size-4 text-muted" />
      )}
    </span>
  );
}
