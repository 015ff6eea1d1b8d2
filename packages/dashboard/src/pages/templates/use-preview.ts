import type { Template } from '@platen/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewTemplate } from '../../api/preview.ts';
import { type Draft, fieldsOf } from './draft.ts';

/** Milliseconds of rest after which pages are drawn. */
const REST = 200;

/** A value once it has not changed for a while. */
export function useRested<Value>(value: Value, rest = REST): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}

interface PreviewOptions {
  /** Slug or id of the template whose files are there; with `@3` those of that version. */
  readonly reference: string;
  /** What of the template is not typed. */
  readonly template: Pick<Template, 'escape' | 'strict_variables' | 'schema'>;
  readonly draft: Draft;
  /** Changes with the files of the template. */
  readonly files?: string;
  /** Default 10. */
  readonly pages?: number;
  /** Pixels. Default 800. */
  readonly width?: number;
}

/** The pages of a text. An answer that a newer text has overtaken is dropped, and its work given up. */
export function usePreview({ reference, template, draft, files = '', pages = 10, width = 800 }: PreviewOptions) {
  const fields = fieldsOf(draft);
  const { escape: mode, strict_variables, schema } = template;
  return useQuery({
    queryKey: ['/v1/preview', reference, draft, files, pages, width],
    enabled: fields !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      previewTemplate(
        { template_id: reference, ...fields, escape: mode, strict_variables, schema, most_pages: pages, width },
        { signal },
      ),
  });
}
