/** CSS Color Module Level 4, section 6.1. */
const COLOR_NAMES: ReadonlySet<string> = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
  chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
  darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
  darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia
  gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender
  lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
  lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen
  magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen
  mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange
  orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray
  slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke yellow
  yellowgreen`.split(/\s+/),
);

const HEXADECIMAL = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const NUMBER = String.raw`(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})`;
const EITHER = `${NUMBER}%?`;
/** The three parts, with commas between all of them or with none, and how opaque it is. */
const parts = (withCommas: string, without: string) =>
  String.raw`(?:${withCommas}(?:\s{0,5},\s{0,5}${EITHER})?|${without}(?:\s{0,5}/\s{0,5}${EITHER})?)`;
const listed = (...values: string[]) => values.join(String.raw`\s{0,5},\s{0,5}`);
const spaced = (...values: string[]) => values.join(String.raw`\s{1,5}`);
const RGB = parts(
  `(?:${listed(NUMBER, NUMBER, NUMBER)}|${listed(`${NUMBER}%`, `${NUMBER}%`, `${NUMBER}%`)})`,
  spaced(EITHER, EITHER, EITHER),
);
const HSL = parts(listed(NUMBER, `${NUMBER}%`, `${NUMBER}%`), spaced(NUMBER, EITHER, EITHER));
const FUNCTION = new RegExp(String.raw`^(?:rgba?\(\s{0,5}${RGB}|hsla?\(\s{0,5}${HSL})\s{0,5}\)$`, 'i');

/** Whether a browser knows the color: hexadecimal, a name, rgb() or hsl(). Of others it would draw black, without a word. */
export const isColor = (color: string): boolean =>
  HEXADECIMAL.test(color) || FUNCTION.test(color) || COLOR_NAMES.has(color.toLowerCase());

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
