type ProbeState = typeof globalThis & { $probes?: HTMLElement };

/** How many elements are added at least and at most; `few` are enough of a long text where all pages are alike. */
type Probes = {
  readonly prefix: string;
  readonly step: number;
  readonly least: number;
  readonly most: number;
  readonly few: number;
};

/**
 * Runs in the page. Adds elements all along the text whose places tell where each page begins, or takes them away.
 * @returns CSS pixels between two of them
 */
export function probePages({ prefix, step: least, ...counts }: Probes, alike: boolean): number {
  const scope = globalThis as ProbeState;
  scope.$probes?.$remove();
  if (counts.most === 0) return 0;
  const all = Math.max(counts.least, Math.ceil(document.documentElement.$scrollHeight / least));
  const sparse = alike && all > counts.least;
  const count = sparse ? counts.few : Math.min(counts.most, all);
  const step = sparse ? Math.ceil((all * least) / counts.few) + 0.25 : least;
  const probes = document.createElement('platen-probes');
  probes.$style.cssText = 'all:initial;display:contents';
  for (let index = 0; index < count; index += 1) {
    const probe = document.createElement('platen-probe');
    probe.$id = `${prefix}-probe-${index}`;
    probe.$style.cssText = `all:initial;display:block;position:absolute;left:0;top:${index * step}px;width:1px;height:1px`;
    const link = document.createElement('a');
    link.$setAttribute('href', `#${probe.$id}`);
    link.style.display = 'none';
    probe.$append(link);
    probes.$append(probe);
  }
  document.documentElement.$append(probes);
  scope.$probes = probes;
  return step;
}
