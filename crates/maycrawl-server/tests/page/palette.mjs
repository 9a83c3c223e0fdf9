// Small pictures: PNG with 256 colours, which is enough for text and boxes.

import { crc32, deflateSync } from 'node:zlib';

/** A picture of a browser, as PNG with a palette. A page of the same browser reads it. */
export async function small(page, png) {
  const { width, height, palette, pixels } = await page.evaluate(reduce, png.toString('base64'));
  const colours = Buffer.from(palette, 'base64');
  const rows = Buffer.from(pixels, 'base64');
  // Each row begins with its filter: none.
  const filtered = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.copy(filtered, y * (width + 1) + 1, y * width, (y + 1) * width);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each pixel, a palette.
  head.set([8, 3], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(filtered, { level: 9 })),
    chunk('IEND'),
  ];
  return Buffer.concat([signature, ...parts]);
}

function chunk(name, bytes = Buffer.alloc(0)) {
  const named = Buffer.concat([Buffer.from(name), bytes]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(bytes.length, 0);
  named.copy(made, 4);
  made.writeUInt32BE(crc32(named), named.length + 4);
  return made;
}

/** Keeps the most frequent colours, and puts the nearest in place of the others. */
async function reduce(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const colour = (at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) counts.set(colour(at), (counts.get(colour(at)) ?? 0) + 1);
  const kept = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([key]) => key);
  const parts = (key) => [key >> 16, (key >> 8) & 0xff, key & 0xff];
  const distance = (one, other) => parts(one).reduce((sum, part, index) => sum + (part - parts(other)[index]) ** 2, 0);
  const nearest = (key) =>
    kept.reduce((best, one, index) => (distance(one, key) < distance(kept[best], key) ? index : best), 0);
  const index = new Map([...counts.keys()].map((key) => [key, nearest(key)]));
  const pixels = Uint8Array.from({ length: width * height }, (_, n) => index.get(colour(n * 4)));
  const text = (array) => {
    let made = '';
    for (let at = 0; at < array.length; at += 0x8000) made += String.fromCharCode(...array.subarray(at, at + 0x8000));
    return btoa(made);
  };
  return { width, height, palette: text(Uint8Array.from(kept.flatMap(parts))), pixels: text(pixels) };
}
