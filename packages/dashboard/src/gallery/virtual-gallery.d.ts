declare module 'virtual:gallery' {
  export const GALLERY: readonly import('./from-folder.ts').Starter[];
}
