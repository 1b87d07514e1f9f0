/** Files that lie beside the bundle of a function that makes documents, and are read when one is made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Their names, each with the package and the path that it comes from. */
export const documentFiles = {
  'harfbuzz.wasm': 'harfbuzzjs/dist/harfbuzz.wasm',
  'harfbuzz-subset.wasm': 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  'sans.ttf': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'sans-bold.ttf': '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  'sans-italic.ttf': '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  'arabic.ttf': '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'hebrew.ttf': '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'thai.ttf': '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'han.ttf': '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'hangul.ttf': '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
} as const;

export type DocumentFile = keyof typeof documentFiles;

/** Reads a file that lies in the folder of the function's bundle. */
export function readDocumentFile(folder: string, name: DocumentFile): Uint8Array {
  return readFileSync(join(folder, name));
}
