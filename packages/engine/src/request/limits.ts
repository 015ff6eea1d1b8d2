/** Limits that hold whatever the caller asks for. */
export const LIMITS = {
  /** Characters of a URL. */
  urlLength: 8_192,
  /** Files that come with a document, and characters of the name of one. */
  files: 200,
  fileNameLength: 255,
  /** Results of one request. */
  outputs: 10,
  /** CSS pixels of one side of the viewport, and device pixels of one side of an image. */
  imageSide: 16_384,
  /** Device pixels of an image. */
  imageArea: 64_000_000,
  /** Pages of a PDF. */
  pages: 2_000,
} as const;
