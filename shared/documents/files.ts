/** Files in the Lambda layer of the functions that generate documents. A function reads them while it generates a document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { required } from '#shared/platform/config/environment';

/** Folder of the Lambda layer in the build output. */
export const DOCUMENT_LAYER = 'layers/documents';

/** File names in the layer, each with its source path in the repository or in a package. */
export const documentFiles = {
  'harfbuzz.wasm': 'node_modules/harfbuzzjs/dist/harfbuzz.wasm',
  'harfbuzz-subset.wasm': 'node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm',
  'sans.ttf': 'shared/documents/fonts/NotoSans-Regular.ttf',
  'sans-bold.ttf': 'shared/documents/fonts/NotoSans-Bold.ttf',
  'sans-italic.ttf': 'shared/documents/fonts/NotoSans-Italic.ttf',
  'arabic.ttf': 'shared/documents/fonts/NotoSansArabic-Regular.ttf',
  'hebrew.ttf': 'shared/documents/fonts/NotoSansHebrew-Regular.ttf',
  'thai.ttf': 'shared/documents/fonts/NotoSansThai-Regular.ttf',
  'han.ttf': 'shared/documents/fonts/NotoSansSC-Regular.ttf',
  'hangul.ttf': 'shared/documents/fonts/NotoSansKR-Regular.ttf',
} as const;

export type DocumentFile = keyof typeof documentFiles;

/** Reads a file of the Lambda layer. */
export function readDocumentFile(name: DocumentFile): Uint8Array {
  return readFileSync(join(required('DOCUMENT_FILES'), name));
}
