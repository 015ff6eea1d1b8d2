/** What a hostile page aims at. */
export interface Targets {
  /** `host:port` of a TCP listener. */
  readonly host: string;
  /** `host:port` of a UDP listener. */
  readonly udp: string;
  /** Path of a file. */
  readonly file: string;
}

/**
 * A page that sends a request to `host` in every way that a document and its script have. What one of them throws
 * does not keep the next from being tried.
 */
export function hostilePage({ host, udp, file }: Targets): string {
  const http = (name: string) => `http://${host}/${name}`;
  return `<!doctype html><meta charset="utf-8">${headTries(http, host)}<p>survivor${bodyTries(http, host)}
    ${fileTries(file)}<script>${SCRIPT_START};${scriptTries(http, host)};${rtcTries(host, udp)}</script>`;
}

/** The page without what a header cannot have at all: it is then printed, and not refused. */
export function hostileHeader(targets: Targets): string {
  const http = (name: string) => `http://${targets.host}/${name}`;
  return `<div style="height:40px;overflow:hidden">${bodyTries(http, targets.host)}${fileTries(targets.file)}
    <p style="background:url(${http('background')})">
    <img src="${http('image')}" onerror="document.body.append('handler ran');while(1);">
    <details open ontoggle="document.body.append('handler ran')"></details>
    <script>document.body.append('script ran');while(1);</script></div>`;
}

type Address = (name: string) => string;

const headTries = (http: Address, host: string): string => `
  <link rel="stylesheet" href="${http('stylesheet')}"><link rel="preload" as="image" href="${http('preload')}">
  <link rel="prefetch" href="${http('prefetch')}"><link rel="modulepreload" href="${http('modulepreload')}">
  <link rel="icon" href="${http('icon')}"><link rel="manifest" href="${http('manifest')}">
  <link rel="preconnect" href="http://${host}"><link rel="dns-prefetch" href="http://leak.test">
  <link rel="prerender" href="${http('prerender')}">
  <style>@import url(${http('import')});@font-face{font-family:x;src:url(${http('font')})}
    body{font-family:x;background:url(${http('background')})}</style>
  <script type="speculationrules">{"prefetch":[{"source":"list","urls":["${http('rule-prefetch')}"]}],
    "prerender":[{"source":"list","urls":["${http('rule-prerender')}"]}]}</script>`;

const bodyTries = (http: Address, host: string): string => `
  <img src="${http('img')}"><img srcset="${http('srcset')} 1x"><picture><source srcset="${http('picture')}"><img></picture>
  <svg><image href="${http('svg-image')}"/><use href="${http('svg-use#a')}"/></svg>
  <video src="${http('video')}" poster="${http('poster')}"></video><audio src="${http('audio')}" autoplay></audio>
  <video><track default src="${http('track')}"></video><object data="${http('object')}"></object>
  <embed src="${http('embed')}"><iframe src="${http('iframe')}"></iframe><iframe src="https://${host}/iframe"></iframe>
  <iframe srcdoc="<img src=${http('srcdoc')}>"></iframe><iframe src="data:text/html,<img src=${http('data-frame')}>"></iframe>
  <form id="form" action="${http('form')}" method="post" target="frame"></form><iframe name="frame"></iframe>
  <a id="ping" ping="${http('ping')}" href="#"></a><a id="blank" href="${http('blank')}" target="_blank"></a>`;

const fileTries = (file: string): string =>
  [
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'view-source:file:///etc/passwd',
    'chrome://version',
    `file://${file}`,
  ]
    .map(
      (url) => `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}">
        <iframe srcdoc="<base href=file:///etc/><iframe src=passwd></iframe>"></iframe>`,
    )
    .join('');

/** Each try stands alone; what it can read is written into the document, where the test would see it. */
const SCRIPT_START = `const attempt=(f)=>{try{Promise.resolve(f()).catch(()=>{})}catch{}};
  const show=(text)=>document.body.append(text);
  const inline=(code)=>URL.createObjectURL(new Blob([code],{type:'text/javascript'}))`;

function scriptTries(http: Address, host: string): string {
  const worker = `fetch('${http('worker-fetch')}').catch(()=>{});try{importScripts('${http('import-scripts')}')}catch{};
    new WebSocket('ws://${host}/worker-socket')`;
  const tries = [
    `fetch('${http('fetch')}').then((r)=>r.text()).then(show)`,
    `fetch('${http('no-cors')}',{mode:'no-cors',method:'POST',body:'x',keepalive:true})`,
    `const x=new XMLHttpRequest;x.open('GET','${http('xhr')}');x.send()`,
    `const x=new XMLHttpRequest;x.open('GET','file:///etc/passwd',false);x.send();show(x.responseText)`,
    `fetch('file:///etc/passwd').then((r)=>r.text()).then(show)`,
    `navigator.sendBeacon('${http('beacon')}','x')`,
    `new EventSource('${http('event-source')}')`,
    `new WebSocket('ws://${host}/socket')`,
    `new WebSocket('wss://${host}/socket')`,
    `new WebTransport('https://${host}/transport')`,
    `import('${http('import.js')}')`,
    `new Worker(inline(${JSON.stringify(worker)}))`,
    `new SharedWorker(inline(${JSON.stringify(worker)}))`,
    `navigator.serviceWorker.register('/service-worker.js').then(()=>show('service worker runs'))`,
    `window.open('${http('open')}')`,
    `form.submit()`,
    `ping.click()`,
    `blank.click()`,
    `new Image().src='${http('new-image')}'`,
    `const s=document.createElement('script');s.src='${http('script')}';document.body.append(s)`,
    `const f=document.createElement('iframe');document.body.append(f);
     f.contentWindow.eval("new WebSocket('ws://${host}/frame-socket');window.open('${http('frame-open')}')")`,
    `caches.open('x').then((cache)=>cache.add('${http('cache')}'))`,
    `new FontFace('y','url(${http('font-face')})').load()`,
    `CSS.paintWorklet.addModule('${http('worklet')}')`,
    `new AudioContext().audioWorklet.addModule('${http('audio-worklet')}')`,
    `navigator.credentials.get({identity:{providers:[{configURL:'https://${host}/fedcm',clientId:'1'}]}})`,
    `setTimeout(()=>{fetch('${http('late')}').catch(()=>{});new WebSocket('ws://${host}/late')},1500)`,
  ];
  return tries.map((code) => `attempt(()=>{${code}})`).join(';');
}

/** STUN and TURN over UDP, TCP and TLS; and a pair of peers that are told that the other is at the target. */
function rtcTries(host: string, udp: string): string {
  const [udpHost, udpPort] = split(udp);
  const [tcpHost, tcpPort] = split(host);
  const candidates = [
    `candidate:1 1 udp 2122260223 ${udpHost} ${udpPort} typ host`,
    `candidate:2 1 tcp 1518280447 ${tcpHost} ${tcpPort} typ host tcptype passive`,
  ];
  return `attempt(async()=>{
    const peer=new RTCPeerConnection({iceServers:[{urls:'stun:${udp}'},{username:'u',credential:'c',
      urls:['turn:${udp}?transport=udp','turn:${host}?transport=tcp','turns:${host}?transport=tcp']}]});
    peer.onicecandidate=({candidate})=>candidate&&show('told '+candidate.candidate);
    peer.createDataChannel('x');await peer.setLocalDescription(await peer.createOffer())});
  attempt(async()=>{
    const one=new RTCPeerConnection(),two=new RTCPeerConnection();one.createDataChannel('x');
    const offer=await one.createOffer();await one.setLocalDescription(offer);await two.setRemoteDescription(offer);
    const answer=await two.createAnswer();await two.setLocalDescription(answer);await one.setRemoteDescription(answer);
    for(const candidate of ${JSON.stringify(candidates)})
      await one.addIceCandidate({candidate,sdpMid:'0',sdpMLineIndex:0})})`;
}

function split(host: string): [string, string] {
  const [, name = '', port = ''] = /^\[?([^\]]*)\]?:(\d+)$/.exec(host) ?? [];
  return [name, port];
}
