import { startSite } from '../../packages/engine/src/testing/site.ts';
import { BENIGN } from './pages.ts';

/** A page that comes when the test says so: until then its conversions are under way, however slow the machine is. */
export interface HeldPage {
  /** What asks for a conversion of it. */
  readonly body: { readonly source: { readonly url: string } };
  /** Where it is, as PLATEN_EGRESS_ALLOW has it. */
  readonly allow: string;
  /** Those who ask from now on wait. */
  hold(): void;
  /** Those who wait get it, and those who ask from now on. */
  release(): void;
  close(): void;
}

/** It is held from the beginning. */
export async function startHeldPage(): Promise<HeldPage> {
  let held: (() => void)[] | undefined = [];
  const site = await startSite({
    '/': (_, response) => {
      const send = () => void response.writeHead(200, { 'content-type': 'text/html' }).end(BENIGN);
      if (held) held.push(send);
      else send();
    },
  });
  return {
    body: { source: { url: `${site.origin}/` } },
    allow: site.host,
    hold: () => {
      held ??= [];
    },
    release: () => {
      for (const send of held ?? []) send();
      held = undefined;
    },
    close: site.close,
  };
}
