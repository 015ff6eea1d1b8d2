declare module 'virtual:options' {
  export const OPTIONS: readonly import('./from-document.ts').Option[];
}
