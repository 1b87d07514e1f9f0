/** Reads QR codes like a camera. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Without this setting, the decoder would download its WebAssembly file from another host.
const decoder = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(decoder).buffer } });

/** Returns the texts of the QR codes in an element. */
export async function scanned(page: Page, selector: string): Promise<string[]> {
  const png = await page.locator(`${selector} svg`).screenshot();
  return (await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })).map(({ text }) => text);
}
