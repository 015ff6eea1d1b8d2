/** Where an error was thrown, without what it says. */
export interface StackFrames {
  /** Class of the error. */
  readonly error_name: string;
  /** Where it was thrown. Its message stays out: it may quote what was being worked on. */
  readonly frames: readonly string[];
}

export function stackFrames(error: unknown): StackFrames {
  if (!(error instanceof Error)) return { error_name: typeof error, frames: [] };
  const lines = error.stack?.split('\n') ?? [];
  return {
    error_name: error.constructor.name,
    frames: lines
      .filter((line) => /^ {4}at /.test(line))
      .map((line) => line.trim())
      .slice(0, 12),
  };
}
