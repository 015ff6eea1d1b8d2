import type { Browser, Tab } from './browser.ts';

/** Jobs of one page, and milliseconds from its first job on, after which it is thrown away. */
const MOST_JOBS = 50;
const LONGEST_LIFE = 60_000;

export interface KeptPagesOptions {
  readonly browser: Browser;
  /** Pages that are kept at the same time, over all groups. */
  readonly most: number;
  /** Makes a page empty for the next job; it may fail. */
  readonly renew: (tab: Tab) => Promise<Tab>;
}

interface Kept {
  readonly group: string;
  /** Rejects when the page could not be made empty. */
  readonly renewed: Promise<Tab>;
  readonly timer: NodeJS.Timeout;
  isEmpty: boolean;
}

/** Pages of one group that are being made empty at the same time: its next job has another meanwhile. */
const MOST_RENEWED = 2;

/**
 * Pages that wait for another job of the group whose documents they have shown. A page belongs to one group from its first job on, and never serves another.
 */
export class KeptPages {
  readonly #options: KeptPagesOptions;
  /** The page that has waited longest stands first. */
  readonly #kept = new Set<Kept>();

  constructor(options: KeptPagesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#kept.size;
  }

  /**
   * A page of the group that is empty. When all are still being made empty, it waits for the first of them, which takes less than a job saves.
   * @param spare whether a new page is ready: then one job of the group runs in it while the page of the job before is made empty
   */
  async take(group: string, spare = false): Promise<Tab | undefined> {
    for (;;) {
      const own = [...this.#kept].filter((kept) => kept.group === group);
      const empty = own.find(({ isEmpty }) => isEmpty);
      if (!empty && own.length < MOST_RENEWED && spare) return undefined;
      const kept = empty ?? own[0];
      if (!kept) return undefined;
      this.#remove(kept);
      const tab = await kept.renewed.catch(() => undefined);
      if (!tab) continue;
      if (isUntouched(tab)) return tab;
      void this.#options.browser.closeTab(tab);
    }
  }

  /**
   * Takes a page back from a job.
   * @returns false when it is not kept: it has done its share, or is in doubt
   */
  put(group: string, tab: Tab): boolean {
    const left = LONGEST_LIFE - (performance.now() - tab.since);
    if (tab.jobs >= MOST_JOBS || left <= 0 || this.#options.most === 0 || !isUntouched(tab)) return false;
    const renewed = this.#options.renew(tab);
    const kept: Kept = { group, renewed, timer: setTimeout(() => this.#drop(kept), left).unref(), isEmpty: false };
    renewed.then(
      () => {
        kept.isEmpty = true;
      },
      // One that cannot be made empty is closed by who tried.
      () => this.#remove(kept),
    );
    this.#kept.add(kept);
    if (this.#kept.size > this.#options.most) this.#drop(this.#kept.values().next().value as Kept);
    return true;
  }

  /** Throws all of them away. */
  discard(): void {
    for (const kept of [...this.#kept]) this.#drop(kept);
  }

  #drop(kept: Kept): void {
    this.#remove(kept);
    kept.renewed.then(
      (tab) => void this.#options.browser.closeTab(tab),
      () => {},
    );
  }

  #remove(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept.delete(kept);
  }
}

/** Whether nothing of the page has ever asked the network for anything, its renderer has not ended, and its clock goes by itself. */
const isUntouched = ({ page, identity, connections }: Tab): boolean =>
  !page.isCrashed && !page.hasRunClock && identity.connections === connections;
