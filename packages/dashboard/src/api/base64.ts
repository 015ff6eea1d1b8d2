/** The bytes of a file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  // Piece by piece: a call takes so many arguments only.
  for (let at = 0; at < bytes.length; at += 32_768) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  }
  return btoa(pieces.join(''));
}
