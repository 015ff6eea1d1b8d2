/**
 * Command line of the browser. No field of a request ever reaches it.
 *
 * Left out on purpose: `--no-zygote` (starts renderers 44 % slower), `--single-process` (crashes), `--jitless`.
 */
const COMMON_FLAGS = [
  '--headless',
  '--disable-gpu',
  // Without it text is hinted for a screen that is not there, and pages break at other lines.
  '--font-render-hinting=none',
  '--hide-scrollbars',
  '--mute-audio',
  // A page may not open windows: fifty of them cost seconds and fifty processes.
  '--block-new-web-contents',
  // All traffic goes through the proxy of the context; these close the ways around it.
  '--disable-quic',
  // The name differs between builds. The headless shell knows the second only, and ignores it without its value.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // The browser calls nobody of its own accord.
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--metrics-recording-only',
  '--no-pings',
  // Pages are never in front of a person: no throttling for hidden ones.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--password-store=basic',
  '--use-mock-keychain',
  // All frames of a job share its renderer: a job is one tenant's, and another job never shares its process.
  '--disable-site-isolation-trials',
  `--disable-features=${['IsolateSandboxedIframes', 'Translate', 'MediaRouter', 'OptimizationHints', 'DialMediaRouteProvider', 'LocalNetworkAccessChecks', 'AutoupgradeMixedContent'].join(',')}`,
] as const;

export interface FlagOptions {
  readonly profile: string;
  readonly sandbox: boolean;
  /** Whether /dev/shm may be the small one of a container. */
  readonly smallSharedMemory: boolean;
}

export function browserFlags({ profile, sandbox, smallSharedMemory }: FlagOptions): readonly string[] {
  return [
    ...COMMON_FLAGS,
    // The default context has no way out: only contexts with a proxy identity of their own may load anything.
    '--proxy-server=http://127.0.0.1:9',
    `--user-data-dir=${profile}`,
    ...(smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
    ...(sandbox ? [] : ['--no-sandbox']),
    '--remote-debugging-pipe',
    'about:blank',
  ];
}
