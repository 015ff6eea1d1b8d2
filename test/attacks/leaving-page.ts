/** A way to leave a page. */
export interface Leaving {
  /** `at once`, `on load`, or milliseconds of the page's time. */
  readonly moment: string;
  /** Script; `CANARY` stands for the `host:port` that it aims at. */
  readonly script: string;
  /** Code of the error that the conversion of an address ends with, or the text of the page when it stays. */
  readonly ends: string;
  /** Tried in real time as well: one for each moment and each way to leave, not for each kind of address. */
  readonly inRealTime?: true;
  /** Tried each day from an address alone: from HTML, which is loaded anew and kept, others leave as early, or in the same way. */
  readonly fromUrl?: true;
}

/**
 * How the conversion may end. HTML that was given is kept where it leads to nothing, and told. A slow machine takes a page
 * that leaves within a second or two for one that leaves early; packages/engine/src/page/ready.test.ts has the bound.
 */
export function endsOf({ moment, ends }: Leaving, carrier: string): readonly string[] {
  if (carrier !== 'url') return [STAYS];
  return ends === STAYS && Number(moment) > 0 ? [STAYS, REFUSED] : [ends];
}

const FORM =
  "const f=document.createElement('form');f.action='http://CANARY/';f.method='post';document.body.append(f);f.submit()";
const TOP = `const i=document.createElement('iframe');i.srcdoc="<script>top.location='http://CANARY/'</scr"+"ipt>";document.body.append(i)`;
const REFUSED = 'url_not_allowed';
const STAYS = 'origin';

/** Early ones are followed to where they are refused. Late ones are not followed, nor those to what is no web page. */
export const LEAVING: readonly Leaving[] = [
  { moment: 'at once', script: "location='http://CANARY/'", ends: REFUSED, inRealTime: true },
  { moment: 'at once', script: "location='https://CANARY/'", ends: REFUSED, fromUrl: true },
  { moment: 'at once', script: "location='//private.test/'", ends: REFUSED, fromUrl: true },
  {
    moment: 'at once',
    script: "navigation.navigate('http://CANARY/')",
    ends: REFUSED,
    inRealTime: true,
    fromUrl: true,
  },
  { moment: 'at once', script: FORM, ends: REFUSED, inRealTime: true },
  { moment: 'at once', script: TOP, ends: REFUSED, inRealTime: true },
  { moment: 'on load', script: "location='http://CANARY/'", ends: REFUSED, inRealTime: true, fromUrl: true },
  { moment: '200', script: "location='http://CANARY/'", ends: REFUSED, inRealTime: true },
  { moment: '200', script: FORM, ends: REFUSED, fromUrl: true },
  { moment: '1000', script: "location='http://CANARY/'", ends: STAYS },
  { moment: '5000', script: "location='http://CANARY/'", ends: STAYS, fromUrl: true },
  { moment: 'at once', script: "location='file:///etc/hostname'", ends: STAYS, inRealTime: true },
  { moment: 'at once', script: "location='view-source:file:///etc/passwd'", ends: STAYS },
  { moment: 'at once', script: "location='chrome://net-export'", ends: STAYS },
  { moment: 'at once', script: "location='data:text/html,x'", ends: STAYS },
  { moment: 'at once', script: "window.open('file:///etc/hostname','_self')", ends: STAYS, inRealTime: true },
  { moment: 'at once', script: 'window.close()', ends: STAYS, inRealTime: true },
  { moment: 'at once', script: 'history.back()', ends: STAYS, inRealTime: true },
];

const leadsNowhere = ({ moment, ends }: Leaving) => moment === 'at once' && ends === STAYS;

/** The same for each day: whatever leads to no web page leaves the page as it is, so that one page tries all of it. */
export const LEAVING_DAILY: readonly Leaving[] = [
  ...LEAVING.filter((leaving) => !leadsNowhere(leaving)),
  {
    moment: 'at once',
    script: LEAVING.filter(leadsNowhere)
      .map(({ script }, at) => `setTimeout(()=>{${script}},${20 * at})`)
      .join(';'),
    ends: STAYS,
    inRealTime: true,
  },
];

export function leavingPage({ moment, script }: Leaving, canary: string): string {
  const leave = script.replaceAll('CANARY', canary);
  const timed =
    {
      'at once': leave,
      'on load': `window.onload=()=>{${leave}}`,
    }[moment] ?? `setTimeout(()=>{${leave}},${moment})`;
  return `<p>origin<script>document.addEventListener('DOMContentLoaded',()=>{${timed}})</script>`;
}
