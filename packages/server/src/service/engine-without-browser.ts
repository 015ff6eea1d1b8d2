import {
  checkSchema,
  checkTemplate,
  type Engine,
  EngineError,
  renderTemplate,
  templateIsolationHere,
} from '@platen/engine';

/**
 * The engine of a process that leaves conversions to workers: it fills and checks templates, which needs no browser, and
 * renders nothing.
 */
export function engineWithoutBrowser(): Engine {
  const refuse = async (): Promise<never> => {
    throw new EngineError(
      'capacity',
      'This server has no browser, and reads no pages for an analysis. Convert the document to text by POST /v1/convert/text, and send that as "text".',
    );
  };
  return {
    convert: refuse,
    convertSeveral: refuse,
    renderTemplate,
    checkTemplate,
    checkSchema,
    readPdfAt: refuse,
    drawPages: refuse,
    prepareDrawing: () => {},
    hasCapacity: true,
    health: () => ({
      status: 'ok',
      isolation: 'full',
      templateIsolation: templateIsolationHere().level,
      browser: '',
      running: 0,
      queued: 0,
      concurrency: 0,
      virtualTime: true,
      pageReuse: false,
      reusedPages: 0,
    }),
    close: async () => {},
  };
}
