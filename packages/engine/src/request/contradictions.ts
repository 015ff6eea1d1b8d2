import { fault } from './fault.ts';
import { parseLength } from './length.ts';
import { isSide, parsePaper } from './paper.ts';
import type { ConversionRequest } from './request.ts';

/**
 * Refuses options that are each valid and cannot be true together.
 * @throws EngineError `invalid_request`
 */
export function checkContradictions(options: ConversionRequest): void {
  checkMedium(options);
  checkStatus(options);
  checkNetwork(options);
  checkPaper(options);
  checkImage(options);
  checkProtection(options);
  checkBlankPages(options);
}

function checkMedium({ media, use_print: usePrint }: ConversionRequest): void {
  if (usePrint !== undefined && media !== undefined && usePrint !== (media === 'print')) {
    throw fault('invalid_request', '/use_print', '"use_print" contradicts "media". Give one of them.');
  }
}

function checkStatus({ allow_error_status: allow, raise_for_status: raise }: ConversionRequest): void {
  if (allow !== undefined && raise !== undefined && allow === raise) {
    const detail = '"raise_for_status" contradicts "allow_error_status". Give one of them.';
    throw fault('invalid_request', '/raise_for_status', detail);
  }
}

function checkNetwork({ wait_for_network: waits, ignore_long_polling: ignores }: ConversionRequest): void {
  if (waits || !ignores) return;
  const detail = '"ignore_long_polling" needs "wait_for_network". Leave one of them out.';
  throw fault('invalid_request', '/ignore_long_polling', detail);
}

function checkPaper({ format, width, height, landscape }: ConversionRequest): void {
  if ((width === undefined) !== (height === undefined)) {
    throw fault(
      'invalid_request',
      width === undefined ? '/width' : '/height',
      '"width" and "height" go together. Give both, or "format".',
    );
  }
  if (format !== undefined && width !== undefined) {
    throw fault(
      'invalid_request',
      '/format',
      '"format" and "width" with "height" are two ways to name the paper. Give one of them.',
    );
  }
  for (const [name, side] of Object.entries({ width, height })) {
    if (side !== undefined && !isSide(parseLength(side))) {
      throw fault('invalid_request', `/${name}`, `"${name}" must be between 10 px and 14,400 pt.`);
    }
  }
  if (landscape && format !== undefined && parsePaper(format)?.height === 'auto') {
    throw fault(
      'invalid_request',
      '/landscape',
      'Paper that is as tall as its content cannot be turned. Leave out "landscape" or give a height.',
    );
  }
}

function checkImage(options: ConversionRequest): void {
  const { dpi, viewport, omit_background: omitBackground, transparent } = options;
  const scale = typeof viewport === 'object' ? viewport.device_scale_factor : undefined;
  if (scale !== undefined && dpi !== undefined && scale !== dpi) {
    throw fault('invalid_request', '/dpi', '"dpi" contradicts "viewport.device_scale_factor". Give one of them.');
  }
  if (omitBackground !== undefined && transparent && !omitBackground) {
    throw fault(
      'invalid_request',
      '/omit_background',
      '"omit_background" contradicts "transparent". Give one of them.',
    );
  }
  const areas = [
    options.fullpage && 'fullpage',
    options.css_selector !== undefined && 'css_selector',
    options.clip && 'clip',
  ].filter(Boolean);
  if (areas.length > 1) {
    throw fault('invalid_request', `/${areas[1]}`, 'Give at most one of "fullpage", "css_selector" and "clip".');
  }
}

function checkProtection({ protection, deterministic }: ConversionRequest): void {
  if (!protection) return;
  if (deterministic) {
    const detail = 'An encrypted document has random parts. Leave out "deterministic" or "protection".';
    throw fault('invalid_request', '/deterministic', detail);
  }
  if (protection.user_password !== undefined && protection.user_password === protection.owner_password) {
    const detail = 'With equal passwords every reader has every right. Choose another, or leave one out.';
    throw fault('invalid_request', '/protection/owner_password', detail);
  }
}

function checkBlankPages({ remove_blank: remove, trim_blank_pages: trim }: ConversionRequest): void {
  if (remove === undefined || trim === undefined || remove === (trim !== 'none')) return;
  const detail = '"remove_blank" contradicts "trim_blank_pages". Give one of them.';
  throw fault('invalid_request', '/remove_blank', detail);
}
