/** Documents that behave well or badly, as HTML. */

/** Stands in documents, and must not be found in what the service keeps. */
export const WORD = 'platen-canary-of-the-faults';

export const BENIGN = `<h1>Benign</h1><p>One page of text, ${WORD}.</p>`;

/** What makes a conversion take this many milliseconds, while the processor has nothing to do. */
export const slowly = (milliseconds: number) => ({ source: { html: BENIGN }, delay: milliseconds });

/** Keeps its renderer busy for a while, then is done. */
export const busyFor = (milliseconds: number): string =>
  `<p>busy, ${WORD}</p><script>const end = Date.now() + ${milliseconds}; while (Date.now() < end);</script>`;

export const ENDLESS_LOOP = '<p>loop</p><script>for (;;);</script>';

/** Takes memory of the process that draws for all pages. */
export const GRAPHICS_BOMB = `<body><script>
  for (let i = 0; i < 60; i += 1) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 4000;
    const graphics = canvas.getContext('webgl');
    graphics?.clear(graphics.COLOR_BUFFER_BIT);
    document.body.append(canvas);
  }
</script>`;

/** Takes memory that no limit of the script engine's heap sees. */
export const MEMORY_BOMB =
  '<p>bomb</p><script>const held = []; for (;;) held.push(new Uint8Array(32e6).fill(1));</script>';
