import type { CdpParams } from '../cdp/connection.ts';
import { usePages } from './page.ts';

export type PrintParameters = CdpParams<'Page.printToPDF'>;

/** Prints documents as Chromium does, for tests of what is made of such files: those of the engine are finished. */
export function useRawPrints(): { print(html: string, parameters?: PrintParameters): Promise<Buffer> } {
  const pages = usePages();
  return {
    async print(html, parameters = {}) {
      const page = await pages.write(html);
      const { data } = await page.session.send('Page.printToPDF', {
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
        preferCSSPageSize: true,
        ...parameters,
      });
      return Buffer.from(data, 'base64');
    },
  };
}
