import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';

/**
 * Judges of the output: poppler's tools for PDF, decoded pixels for images. Text alone would not show a missing
 * glyph or a chart that was not drawn.
 */

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of a pixel. */
  at(x: number, y: number): readonly number[];
  /** Number of pixels of a colour, each channel within `tolerance`. */
  count(rgb: readonly [number, number, number], tolerance?: number): number;
}

export function readPng(bytes: Uint8Array): Pixels {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return pixelsOf({ width, height, channels: 4, data });
}

/** An image as Netpbm has it, three bytes for each pixel: what a page is drawn to needs no packing. */
function readPpm(bytes: Buffer): Pixels {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64)) ?? [];
  if (head === '') throw new Error('This is no image.');
  return pixelsOf({
    width: Number(width),
    height: Number(height),
    channels: 3,
    data: bytes.subarray(head.length),
  });
}

interface Raster {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel: red, green, blue, and alpha if there are four. */
  readonly channels: 3 | 4;
  readonly data: Buffer;
}

function pixelsOf({ width, height, channels, data }: Raster): Pixels {
  return {
    width,
    height,
    at: (x, y) => {
      const offset = (y * width + x) * channels;
      const found = [...data.subarray(offset, offset + channels)];
      return channels === 3 && found.length === 3 ? [...found, 255] : found;
    },
    count([red, green, blue], tolerance = 8) {
      const near = (offset: number, value: number) => Math.abs((data[offset] as number) - value) <= tolerance;
      let found = 0;
      for (let offset = 0; offset < data.length; offset += channels)
        if (near(offset, red) && near(offset + 1, green) && near(offset + 2, blue)) found += 1;
      return found;
    },
  };
}

export interface PdfPage {
  /** Points. */
  readonly width: number;
  readonly height: number;
}

/** What qpdf tells of the encryption of a PDF that a password opens. */
export function pdfEncryption(pdf: Uint8Array, password: string): string {
  return withFile(pdf, (file) => run('qpdf', [`--password=${password}`, '--show-encryption', file]).toString('utf8'));
}

/** Text of a PDF in reading order, as pdftotext reads it. */
export function pdfText(pdf: Uint8Array, ...options: readonly string[]): string {
  return withFile(pdf, (file) => run('pdftotext', [...options, file, '-']).toString('utf8'));
}

export function pdfPages(pdf: Uint8Array): readonly PdfPage[] {
  const info = withFile(pdf, (file) => run('pdfinfo', ['-l', '100000', file]).toString('utf8'));
  return [...info.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }));
}

/** Fields that pdfinfo tells, such as `Title` and `Tagged`. */
export function pdfInfo(pdf: Uint8Array): Readonly<Record<string, string>> {
  const info = withFile(pdf, (file) => run('pdfinfo', [file]).toString('utf8'));
  return Object.fromEntries([...info.matchAll(/^([\w ]+):\s+(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** Entries of the Info dictionary that are not the standard's, as pdfinfo reads them. */
export function pdfCustom(pdf: Uint8Array): Readonly<Record<string, string>> {
  const info = withFile(pdf, (file) => run('pdfinfo', ['-custom', file]).toString('utf8'));
  return Object.fromEntries([...info.matchAll(/^(.+?):\s+(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** Names of the embedded fonts. */
export function pdfFonts(pdf: Uint8Array): readonly string[] {
  const lines = withFile(pdf, (file) => run('pdffonts', [file]).toString('utf8'))
    .trim()
    .split('\n')
    .slice(2);
  return lines
    .filter((line) => /\byes\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+\s*$/.test(line))
    .map((line) => line.split(/\s/)[0] as string);
}

/** One page as pixels. */
export function pdfPixels(pdf: Uint8Array, page = 1, dpi = 72): Pixels {
  const [range, resolution] = [
    ['-f', String(page), '-l', String(page)],
    ['-r', String(dpi)],
  ];
  return withFile(pdf, (file) => readPpm(run('pdftoppm', [...resolution, ...range, '-singlefile', file])));
}

/** All pages as pixels, one picture after the other, in a form in which they can be compared. */
export function pdfDrawing(pdf: Uint8Array, dpi: number): Buffer {
  return withFile(pdf, (file) => run('pdftoppm', ['-r', String(dpi), file]));
}

function run(command: string, args: readonly string[]): Buffer {
  return execFileSync(command, args, { maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] });
}

function withFile<T>(bytes: Uint8Array, use: (file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-judge-'));
  try {
    const file = path.join(folder, 'document.pdf');
    writeFileSync(file, bytes);
    return use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Passwords {
  readonly password?: string;
}

/** What qpdf finds wrong with a PDF; empty for one that is sound. */
export function pdfFaults(pdf: Uint8Array, { password }: Passwords = {}): string {
  return withFile(pdf, (file) => {
    const lock = password === undefined ? [] : [`--password=${password}`];
    const { status, stdout, stderr } = spawnSync('qpdf', [...lock, '--check', file], { encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  });
}

/**
 * The structure tree with the text of its elements, as pdfinfo reads it, without numbers of objects. It takes minutes
 * for thousands of rows.
 */
export function pdfStructure(pdf: Uint8Array): string {
  const structure = withFile(pdf, (file) => run('pdfinfo', ['-struct-text', file]).toString('utf8'));
  return structure.replaceAll(/^( *Object) \d+ 0$/gm, '$1');
}

/** A part of what qpdf tells of a PDF in its first JSON format, such as `outlines` or `pages`. */
export function pdfJson(pdf: Uint8Array, key: string): unknown {
  const json = withFile(pdf, (file) => run('qpdf', ['--json=1', `--json-key=${key}`, file]).toString('utf8'));
  return (JSON.parse(json) as Record<string, unknown>)[key];
}

/** A PDF with its objects in plain text, as qpdf writes it. */
export function pdfPlain(pdf: Uint8Array): string {
  const options = ['--qdf', '--object-streams=disable', '--no-original-object-ids'];
  return withFile(pdf, (file) => run('qpdf', [...options, file, '-']).toString('latin1'));
}
