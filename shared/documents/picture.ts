/** Pixels of an image as PDF stores them: three bytes per pixel (red, green, blue). */
export interface OpaquePicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Decodes a PNG and draws it on a white background for printing. The decoder is loaded at the first call. */
export async function opaquePicture(png: Uint8Array): Promise<OpaquePicture> {
  const { decode } = await import('@cwasm/lodepng');
  const { width, height, data } = decode(png);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const opacity = (data[4 * pixel + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      rgb[3 * pixel + channel] = Math.round((data[4 * pixel + channel] ?? 0) * opacity + 255 * (1 - opacity));
  }
  return { width, height, rgb };
}
