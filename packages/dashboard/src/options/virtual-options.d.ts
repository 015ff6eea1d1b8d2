declare module 'virtual:options' {
  export const OPTIONS: readonly import('./from-document.ts').Option[];
}

declare module 'virtual:connections' {
  export const CONNECTION_KINDS: readonly import('./connection-kinds.ts').ConnectionKind[];
}
