/** Whether an attempt succeeds, for checks that are made by trying. */
export function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
