import { describe, expect, it } from 'vitest';
import { isStillPicture } from './still-picture.ts';

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
};
const png = (...names: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...names.map((name) => chunk(name, Buffer.alloc(name === 'IHDR' ? 13 : 8))),
  ]);
/** A GIF of one red pixel: its head with two colors, an extension, and the block of its image. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP8AACwAAAAAAQABAAACAkQBADs=', 'base64');
const gif = (frames: number): Buffer => {
  const [head, image] = [GIF.subarray(0, 19), GIF.subarray(19, -1)];
  const pause = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  return Buffer.concat([
    head,
    ...Array.from({ length: frames }, () => Buffer.concat([pause, image])),
    GIF.subarray(-1),
  ]);
};
const webp = (kind: string, flags: number): Buffer =>
  Buffer.concat([Buffer.from(`RIFF\x20\0\0\0WEBP${kind}\x0a\0\0\0`, 'latin1'), Buffer.from([flags, 0, 0, 0])]);
const svg = (content: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
const DRAWING = 'image/svg+xml';

describe('a picture that stands still', () => {
  it.each<[string, Buffer, string?]>([
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['PNG', png('IHDR', 'IDAT')],
    ['PNG with a name in its data that is no chunk', png('IHDR', 'tEXt', 'IDAT', 'acTL')],
    ['GIF', gif(1)],
    ['GIF that comes with the name of a JPEG', gif(1), 'image/jpeg'],
    ['WebP, lossy', webp('VP8 ', 0xff)],
    ['WebP, lossless', webp('VP8L', 0xff)],
    ['WebP, extended', webp('VP8X', 0x10)],
    ['drawing', svg('<defs><path id="a" d="M0 0h9"/></defs><g style="fill:url(#a)"><use href="#a"/></g>'), DRAWING],
    [
      'drawing with its declaration',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="UTF-8"?>'), svg('')]),
      DRAWING,
    ],
  ])('%s', (_, bytes, type = 'image/png') => {
    expect(isStillPicture(bytes, type)).toBe(true);
  });
});

describe('a picture that may move', () => {
  it.each<[string, Buffer, string?]>([
    ['APNG', png('IHDR', 'acTL', 'IDAT')],
    ['PNG that is cut off before its picture', png('IHDR')],
    ['GIF of two frames', gif(2)],
    ['GIF of two frames that comes with the name of a JPEG', gif(2), 'image/jpeg'],
    ['GIF with a block of no known kind', Buffer.concat([GIF.subarray(0, -1), Buffer.from([1])])],
    ['WebP that moves', webp('VP8X', 0x12)],
    ['format that is not known', Buffer.from('\0\0\0\x1cftypavis', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['drawing with an animation of its own', svg('<rect><animate attributeName="x" to="9"/></rect>'), DRAWING],
    ['drawing that is set', svg('<rect><set attributeName="x" to="9" begin="1s"/></rect>'), DRAWING],
    ['the same with a prefix', Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:set/></s:svg>'), DRAWING],
    ['drawing with rules that move', svg('<style>@keyframes k{to{x:9px}}rect{animation:k 1s}</style>'), DRAWING],
    ['the same, written in numbers', svg('<rect style="&#97;nimation:k 1s"/>'), DRAWING],
    ['the same, as an entity', Buffer.from('<!DOCTYPE svg [<!ENTITY a "<set/>">]><svg>&a;</svg>'), DRAWING],
    ['the same, escaped', svg('<style>rect{\\61nimation:k 1s}</style>'), DRAWING],
    ['the same, in a style sheet of its own', svg('<?xml-stylesheet href="x"?>'), DRAWING],
    ['drawing with script', svg('<script>0</script>'), DRAWING],
    ['drawing with a picture in it', svg('<image href="data:image/gif;base64,R0lG"/>'), DRAWING],
    [
      'drawing with a page in it',
      svg('<foreignObject><marquee xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      DRAWING,
    ],
    ['drawing in UTF-16', Buffer.from('<svg><set/></svg>', 'utf16le'), DRAWING],
    [
      'drawing in another encoding',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="iso-2022-jp"?>'), svg('')]),
      DRAWING,
    ],
  ])('%s', (_, bytes, type = 'image/png') => {
    expect(isStillPicture(bytes, type)).toBe(false);
  });
});
