import type { OutputFormat } from '@platen/engine';
import { create } from 'content-disposition';

/** Of a result, or of the archive of several. */
type FileFormat = OutputFormat | 'zip';

const EXTENSIONS: Readonly<Record<FileFormat, string>> = {
  pdf: '.pdf',
  png: '.png',
  jpeg: '.jpg',
  webp: '.webp',
  text: '.txt',
  markdown: '.md',
  zip: '.zip',
};

/** Names of devices on Windows, which no file can have, whatever extension follows. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;
/** Bytes of a name that every file system takes. */
const LONGEST = 200;
/** Bytes of the number that tells several results apart. */
const NUMBER = 4;
const UNNAMED = 'document';

/**
 * Content-Disposition of a result (RFC 6266): with a name the client is asked to store it, without one to show it.
 * @param name as the caller wrote it: anything
 */
export function contentDisposition(format: FileFormat, name?: string): string {
  const type = name === undefined ? 'inline' : 'attachment';
  return create(fileName(format, name), { type });
}

/** A name that is safe to store under on any system, with the extension of its format. */
export function fileName(format: FileFormat, name = UNNAMED): string {
  return fileStem(format, name, LONGEST) + EXTENSIONS[format];
}

/** The same for each of several results: no two have the same name. */
export function distinctFileNames(formats: readonly OutputFormat[], name = UNNAMED): string[] {
  return formats.map((format, index) => {
    const before = formats.slice(0, index).filter((other) => other === format).length;
    const number = before === 0 ? '' : `-${before + 1}`;
    // Room for a number is left in all: one that was cut before its number could be another's name.
    return fileStem(format, name, LONGEST - NUMBER) + number + EXTENSIONS[format];
  });
}

/** A safe name without its extension, which together have at most so many bytes. */
function fileStem(format: FileFormat, name: string, longest: number): string {
  const extension = EXTENSIONS[format];
  const base = baseName(name);
  const stem = base.toLowerCase().endsWith(extension) ? base.slice(0, -extension.length) : base;
  const allowed = RESERVED.test(stem) ? `_${stem}` : stem;
  // Windows drops dots and spaces at the end.
  return cut(allowed, longest - extension.length).replace(/(?<![. ])[. ]+$/, '') || UNNAMED;
}

function baseName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return (
    last
      // Control characters would split a header; format characters turn the reading direction of a name.
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '')
      .replace(/[<>:"|?*;%]/g, '_')
      .replace(/\s+/g, ' ')
      .replace(/^[. ]+/, '')
  );
}

/** Cuts to a number of bytes of UTF-8, between characters. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
