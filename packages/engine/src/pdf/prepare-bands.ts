import { fragmentHeight } from '../page/in-page/measure.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import { keepFonts } from './band-fonts.ts';
import { withPictures } from './band-images.ts';
import { type InheritedStyles, inheritStyles } from './band-styles.ts';
import { BANDS, type BandContext, bandTemplate, checkBands } from './bands.ts';
import type { BandName } from './finish/band-marks.ts';
import type { Geometry } from './geometry.ts';
import { startsLate, withMarkedLinks } from './start-at.ts';

/** What headers and footers are made for. */
interface BandJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  readonly hasAddress: boolean;
}

export interface PreparedBands {
  /** Options whose header and footer need nothing from elsewhere. */
  readonly options: ConversionRequest;
  readonly bands: BandContext;
}

/**
 * Puts into headers and footers what they would have to load: pictures, styles and fonts.
 * @throws EngineError `invalid_header`
 */
export async function prepareBands(
  page: Page,
  { options: given, geometry, hasAddress }: BandJob,
): Promise<PreparedBands> {
  checkBands(given);
  // A header keeps the size that was asked for: it has the width of the paper, whatever the document needs.
  const context = { zoom: given.zoom, hasAddress, marked: startsLate(given) };
  if (!given.header && !given.footer) return { options: given, bands: context };
  let options = given;
  const inherited: Partial<Record<BandName, InheritedStyles>> = {};
  for (const name of BANDS) {
    const pictured = await withPictures(page, given[name]);
    const band = context.marked ? await withMarkedLinks(page, name, pictured) : pictured;
    if (!band) continue;
    options = { ...options, [name]: band };
    if (!band.inherit_css) continue;
    const layOut = (styles: InheritedStyles) => {
      const html = bandTemplate(name, withSamples(band.source), { ...context, inherited: { [name]: styles } });
      return page.call(fragmentHeight, html, geometry.paper.width);
    };
    inherited[name] = await inheritStyles(page, name, band, layOut);
  }
  const bands = { ...context, inherited };
  const templates = BANDS.map((name) => (options[name] ? bandTemplate(name, options[name].source, bands) : ''));
  await keepFonts(page, templates.join(''));
  return { options, bands };
}

/** Digits where numbers will be, so that their font is loaded. */
const withSamples = (source: string): string => source.replaceAll(/\{\{[^{}]{1,20}\}\}/g, '0123456789');
