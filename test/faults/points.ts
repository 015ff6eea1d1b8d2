/** The file with the point where it dies. */
export const DIES = 'dies';

/** Where a process can die, in the order in which a job comes by. */
export const POINTS = ['accepted', 'begun', 'made', 'stored', 'finished'] as const;
export type Point = (typeof POINTS)[number];
