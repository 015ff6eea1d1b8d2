import { fragmentHeight } from '../page/in-page/measure.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { HeaderOrFooter } from './finish/header-footer-marks.ts';
import type { Geometry } from './geometry.ts';
import {
  checkHeaderFooter,
  HEADER_AND_FOOTER,
  type HeaderFooterContext,
  headerFooterTemplate,
} from './header-footer.ts';
import { keepFonts } from './header-footer-fonts.ts';
import { withPictures } from './header-footer-images.ts';
import { isOnSomePages, withMarkedLinks } from './header-footer-pages.ts';
import { type InheritedStyles, inheritStyles } from './header-footer-styles.ts';
import { isPrintedApart } from './header-footer-variables.ts';

/** What headers and footers are made for. */
interface HeaderFooterJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  readonly hasAddress: boolean;
}

export interface PreparedHeaderFooter {
  /** Options whose header and footer need nothing from elsewhere. */
  readonly options: ConversionRequest;
  readonly headerFooter: HeaderFooterContext;
}

/**
 * Puts into headers and footers what they would have to load: pictures, styles and fonts.
 * @param leavesBlank whether there may be pages that are left blank, which show neither
 * @throws EngineError `invalid_header`
 */
export async function prepareHeaderFooter(
  page: Page,
  { options: given, geometry, hasAddress }: HeaderFooterJob,
  leavesBlank: boolean,
): Promise<PreparedHeaderFooter> {
  checkHeaderFooter(given);
  // A header keeps the size that was asked for: it has the width of the paper, whatever the document needs.
  const apart = isPrintedApart(given);
  const context = { zoom: given.zoom, hasAddress, apart, marked: !apart && (leavesBlank || isOnSomePages(given)) };
  if (!given.header && !given.footer) return { options: given, headerFooter: context };
  let options = given;
  const inherited: Partial<Record<HeaderOrFooter, InheritedStyles>> = {};
  for (const name of HEADER_AND_FOOTER) {
    const pictured = await withPictures(page, given[name]);
    const part = context.marked ? await withMarkedLinks(page, name, pictured) : pictured;
    if (!part) continue;
    options = { ...options, [name]: part };
    if (!part.inherit_css) continue;
    const layOut = (styles: InheritedStyles) => {
      const html = headerFooterTemplate(name, withSamples(part.source), { ...context, inherited: { [name]: styles } });
      return page.call(fragmentHeight, html, geometry.paper.width);
    };
    inherited[name] = await inheritStyles(page, name, part, layOut);
  }
  const headerFooter = { ...context, inherited };
  const templates = HEADER_AND_FOOTER.map((name) =>
    options[name] ? headerFooterTemplate(name, options[name].source, headerFooter) : '',
  );
  await keepFonts(page, templates.join(''));
  return { options, headerFooter };
}

/** Digits where numbers will be, so that their font is loaded. */
const withSamples = (source: string): string => source.replaceAll(/\{\{[^{}]{1,20}\}\}/g, '0123456789');
