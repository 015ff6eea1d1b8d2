import type { Job } from '@platen/client';
import { useEffect, useState } from 'react';
import { queries } from '../../api/client.ts';

export interface JobEvent {
  readonly status: Job['status'];
  readonly attempt: number;
  readonly at: string;
}

const STATES: readonly Job['status'][] = ['queued', 'processing', 'succeeded', 'failed', 'canceled'];
const FINAL = new Set<string>(['succeeded', 'failed', 'canceled']);

/** The changes of a job, as the service sends them (server-sent events); the job itself is read again at each. */
export function useJobEvents(id: string): readonly JobEvent[] {
  const [events, setEvents] = useState<readonly JobEvent[]>([]);
  useEffect(() => {
    setEvents([]);
    const source = new EventSource(`/v1/jobs/${encodeURIComponent(id)}/events`);
    const hear = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as JobEvent;
      // A stream that was broken off begins again where it was; one that could not, from the start.
      setEvents((before) => [...before.filter(({ at, status }) => at !== event.at || status !== event.status), event]);
      void queries.invalidateQueries({ queryKey: ['/v1/jobs', id] });
      if (FINAL.has(event.status)) source.close();
    };
    for (const state of STATES) source.addEventListener(state, hear);
    return () => source.close();
  }, [id]);
  return events;
}
