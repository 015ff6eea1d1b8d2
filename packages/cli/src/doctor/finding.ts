/** What was found out about one thing. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** A sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export const ok = (name: string, message: string): Finding => ({ name, status: 'ok', message });
export const warning = (name: string, message: string, remedy: string): Finding => ({
  name,
  status: 'warning',
  message,
  remedy,
});
export const problem = (name: string, message: string, remedy: string): Finding => ({
  name,
  status: 'problem',
  message,
  remedy,
});
