declare module 'virtual:checks' {
  export const CHECKS: readonly import('./checks-table.ts').Meaning[];
}
