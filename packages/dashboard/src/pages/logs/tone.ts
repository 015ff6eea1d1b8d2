import type { Tone } from '../../components/layout.tsx';

/** How the status of an answer is shown. */
export const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'notice' : 'good');
