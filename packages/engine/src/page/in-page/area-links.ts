/** Links that are laid over pictures, in the page's isolated world. */
type AreaLinks = typeof globalThis & { $areaLinks?: HTMLElement[] };

/**
 * Lays a link over each area of the image maps of a page, since Chromium writes none into a PDF for them. An area that is no
 * rectangle has the one around it. The links take no room, and are taken away again by a call with `false`. Runs in the page.
 * @param most links that are made
 * @returns how many were made
 */
export function linkAreas(add: boolean, most: number): number {
  const scope = globalThis as AreaLinks;
  for (const old of scope.$areaLinks?.splice(0) ?? []) old.$remove();
  if (!add) return 0;
  const links: HTMLElement[] = [];
  scope.$areaLinks = links;
  const boxOf = (area: HTMLAreaElement, width: number, height: number): DOMRect | undefined => {
    if (area.shape === 'default') return new DOMRect(0, 0, width, height);
    const numbers = area.coords.split(/[\s,;]+/).map(Number.parseFloat);
    if (numbers.length < 3 || numbers.some((number) => !Number.isFinite(number))) return undefined;
    if (area.shape === 'circle' || area.shape === 'circ') {
      const [x, y, r] = numbers as [number, number, number];
      return new DOMRect(x - r, y - r, 2 * r, 2 * r);
    }
    const across = numbers.filter((_, index) => index % 2 === 0);
    const down = numbers.filter((_, index) => index % 2 === 1);
    const [left, top] = [Math.min(...across), Math.min(...down)];
    return new DOMRect(left, top, Math.max(...across) - left, Math.max(...down) - top);
  };
  const mapOf = (image: HTMLImageElement): HTMLMapElement | undefined => {
    const name = image.useMap.slice(1);
    const maps = (image.$getRootNode() as Document | ShadowRoot).$querySelectorAll('map');
    return name === '' ? undefined : [...maps].find((map) => map.name === name || map.id === name);
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.$querySelectorAll('*')) if (element.$shadowRoot) roots.push(element.$shadowRoot);
    for (const image of root.$querySelectorAll<HTMLImageElement>('img[usemap]')) {
      const map = mapOf(image);
      const { width, height } = image.$getBoundingClientRect();
      if (!map || width <= 0 || height <= 0 || !image.$checkVisibility({ visibilityProperty: true })) continue;
      const areas = [...map.$querySelectorAll('area')].reverse();
      // What has no other area comes first, so that the others lie above it.
      areas.sort((a, b) => Number(a.shape === 'default') - Number(b.shape === 'default'));
      for (const area of areas) {
        if (area.$getAttribute('href') === null || links.length >= most) continue;
        const style = getComputedStyle(image);
        const [left, top] = ['Left', 'Top'].map(
          (side) =>
            Number.parseFloat(style.getPropertyValue(`padding-${side.toLowerCase()}`)) +
            Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)),
        ) as [number, number];
        const given = boxOf(area, image.width, image.height);
        const x = Math.max(0, given?.x ?? 0);
        const y = Math.max(0, given?.y ?? 0);
        const right = Math.min(image.width, given?.right ?? 0);
        const bottom = Math.min(image.height, given?.bottom ?? 0);
        if (right <= x || bottom <= y) continue;
        const link = document.createElement('a');
        link.href = area.href;
        if (area.alt !== '') link.$setAttribute('aria-label', area.alt);
        link.style.cssText = `all:initial;position:absolute;display:block;width:${right - x}px;height:${bottom - y}px`;
        image.after(link);
        links.push(link);
        /** Where it came to lie, against where the area is. */
        const away = (): readonly [number, number] => {
          const own = link.$getBoundingClientRect();
          const box = image.$getBoundingClientRect();
          return [box.x + left + x - own.x, box.y + top + y - own.y];
        };
        // By margins, so that it does not reach into a page of its own; they move nothing where text runs from the right.
        const [across, down] = away();
        link.style.marginLeft = `${across}px`;
        link.style.marginTop = `${down}px`;
        link.style.transform = `translate(${away().join('px,')}px)`;
      }
    }
  }
  return links.length;
}
