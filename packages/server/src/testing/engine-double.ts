import {
  type Conversion,
  type ConversionResult,
  type ConvertOptions,
  checkSchema,
  checkTemplate,
  type Engine,
  type EngineHealth,
  type OutputResult,
  renderTemplate,
} from '@platen/engine';

/** An engine without a browser, for tests of HTTP alone: the test says what a conversion does. */
export interface EngineDouble extends Engine {
  readonly asked: { readonly conversion: Conversion; readonly options: ConvertOptions }[];
  hasCapacity: boolean;
  state: EngineHealth['status'];
  isolation: EngineHealth['isolation'];
  templateIsolation: EngineHealth['templateIsolation'];
}

export function engineDouble(
  convert: (conversion: Conversion, options: ConvertOptions) => Promise<ConversionResult> = async () => result(),
): EngineDouble {
  let running = 0;
  return {
    asked: [],
    hasCapacity: true,
    state: 'ok',
    isolation: 'full',
    templateIsolation: 'full',
    async convert(conversion, options = {}) {
      this.asked.push({ conversion, options });
      running += 1;
      try {
        return await convert(conversion, options);
      } finally {
        running -= 1;
      }
    },
    async convertSeveral(request, options = {}) {
      const outputs: OutputResult[] = [];
      let page = result();
      for (const output of request.outputs) {
        const conversion = { format: output.format, request: { ...request, options: output.options } };
        page = await this.convert(conversion, options);
        outputs.push(page);
      }
      return { outputs, warnings: page.warnings, timings: page.timings };
    },
    renderTemplate,
    checkTemplate,
    checkSchema,
    readPdfAt: async () => undefined,
    drawPages: async () => ({ pages: 1, drawn: [] }),
    prepareDrawing: () => {},
    health() {
      return {
        status: this.state,
        isolation: this.isolation,
        templateIsolation: this.templateIsolation,
        browser: 'Double/1.0',
        running,
        queued: 0,
        concurrency: 2,
        virtualTime: true,
        pageReuse: true,
        reusedPages: 0,
      };
    },
    async close() {},
  };
}

export function result(over: Partial<ConversionResult> = {}): ConversionResult {
  return {
    format: 'pdf',
    contentType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7 double'),
    pages: 1,
    warnings: [],
    timings: { prepare: 0, retry: 0, queue: 1, page: 3, load: 20.4, ready: 5, render: 30, finish: 2 },
    ...over,
  };
}
