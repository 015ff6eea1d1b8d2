import type { Template } from '@platen/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { previewTemplate } from '../../api/preview.ts';
import { type Draft, triedFieldsOf } from './draft.ts';

/** Milliseconds of rest after which pages are drawn: what one key changes comes in one. */
const REST = 20;
/** Milliseconds from one drawing to the next: the service draws 120 a minute for a person. */
const APART = 500;

/**
 * A value once it has not changed for a moment; one after the other with some time between them.
 * @param rest milliseconds. Default: those of typing
 */
export function useRested<Value>(value: Value, rest = REST): Value {
  const [rested, setRested] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(rest, last.current + APART - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setRested(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}

export interface PreviewOptions {
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

/** How pages are asked for: each text once, and nothing of it is kept. */
export const REQUEST = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;

/** The pages of a text. An answer that a newer text has overtaken is dropped, and its work given up. */
export function usePreview({ reference, template, draft, files = '', pages = 10, width = 800 }: PreviewOptions) {
  const fields = triedFieldsOf(draft);
  const { escape: mode, strict_variables, schema } = template;
  return useQuery({
    ...REQUEST,
    queryKey: ['/v1/preview', reference, draft, files, pages, width],
    enabled: fields !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      previewTemplate(
        { template_id: reference, ...fields, escape: mode, strict_variables, schema, most_pages: pages, width },
        { signal },
      ),
  });
}
