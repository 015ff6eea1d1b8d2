/** Hexadecimal colours, names, and rgb() or hsl(). */
export const WATERMARK_COLOR =
  /^(?:#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i;

/** First characters of pictures in Base64. */
const PICTURES: readonly (readonly [string, string])[] = [
  ['iVBORw', 'png'],
  ['/9j/', 'jpeg'],
  ['R0lGOD', 'gif'],
  ['UklGR', 'webp'],
  ['PHN2Zy', 'svg+xml'],
  ['PD94bW', 'svg+xml'],
];

/** The address of a picture that may be given as bare Base64, as PDFShift takes it. */
export function imageAddress(image: string): string {
  const given = image.trim();
  if (/^https?:\/\//i.test(given) || /^data:image\//i.test(given)) return given;
  const type = PICTURES.find(([start]) => given.startsWith(start))?.[1];
  if (type === undefined || !/^[\w+/=\s-]+$/.test(given)) throw new RangeError('a picture of another form');
  return `data:image/${type};base64,${given.replaceAll(/\s/g, '')}`;
}
