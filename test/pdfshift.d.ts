/** The client `pdfshift` of npm, which has no types, as its readme shows it. */
declare module 'pdfshift' {
  interface Prepared {
    margin(margin: object): Prepared;
    header(header: object): Prepared;
    addCookie(cookie: object): Prepared;
    protect(protection: object): Prepared;
    convert(): Promise<Buffer>;
  }
  class PDFShift {
    static apiBaseUrl: string;
    constructor(key: string);
    convert(source: string, options?: object): Promise<Readonly<Record<string, unknown>>>;
    prepare(source: string, options?: object): Prepared;
    credits(): Promise<unknown>;
  }
  export = PDFShift;
}
