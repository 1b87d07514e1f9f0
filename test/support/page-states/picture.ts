/** Pictures of pages as files, and the document that lists them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Chapter, Look } from './scene';

/** Folder of the pictures and of their document. git ignores this folder. */
const PICTURES = resolve(import.meta.dirname, '../../../test-artifacts/pages');

/** Scale of the pictures: small, with readable text. */
export const SCALE = { 'phone-es-light': 0.75, 'phone-pt-light': 0.75, 'desktop-en-dark': 0.5 } as const;

/** Image quality, from 0 to 100. */
const QUALITY = 30;

/** Maximum size of a picture in bytes. A larger picture is scaled down in steps. */
const MAX_BYTES = 25_000;
const SMALLER = [1, 0.85, 0.72, 0.6];

/** Returns the path of a picture, relative to the folder of the pictures. */
export function pictureFile({ folder }: Chapter, state: string, look: Look): string {
  return `${folder}/${look === 'phone-es-light' ? state : `${state}-${look}`}.webp`;
}

export interface PictureBounds {
  readonly scale: number;
  /** Maximum height of the page in CSS px, before scaling. @default the whole page */
  readonly maxHeight?: number;
  /** @default 25,000 */
  readonly maxBytes?: number;
}

/** Limits of console pictures, which have a lot of text. */
export const CONSOLE_BOUNDS: PictureBounds = { scale: 0.75, maxHeight: 1400, maxBytes: 60_000 };

/** Writes a picture of the page. */
export async function writePicture(
  page: Page,
  file: string,
  { scale, maxHeight = Number.POSITIVE_INFINITY, maxBytes = MAX_BYTES }: PictureBounds,
): Promise<void> {
  // A caret blinks.
  await page.evaluate("document.activeElement.matches('input, textarea') && document.activeElement.blur()");
  const size = page.viewportSize();
  if (size === null) throw new Error('The page has no window');
  const { width } = size;
  const height = Math.min(maxHeight, await page.evaluate<number>('document.documentElement.scrollHeight'));
  // Sticky elements are in their normal position if the window shows the whole page.
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  let picture = Buffer.alloc(0);
  for (const part of SMALLER) {
    // Playwright cannot write WebP.
    const { data } = await session.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: QUALITY },
      clip: { x: 0, y: 0, width, height, scale: scale * part },
    });
    picture = Buffer.from(data, 'base64');
    if (picture.length <= maxBytes) break;
  }
  await session.detach();
  await page.setViewportSize(size);
  const path = join(PICTURES, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, picture);
}

/** Builds the document of all pictures. */
export function pictureDocument(chapters: readonly Chapter[]): string {
  return `# Pages in pictures

Every state of the pages that people open by a link: on a phone, in Spanish and in light colours, and some on a desktop in
dark ones, or in Portuguese.

${chapters.map((chapter) => `## ${chapter.title}\n\n${chapterRows(chapter)}`).join('\n\n')}
`;
}

function chapterRows(chapter: Chapter): string {
  const rows = chapter.scenes.flatMap(({ states, also = [] }) =>
    Object.entries(states).map(([state, sentence]) => {
      const looks: readonly Look[] = ['phone-es-light', ...also];
      const images = looks.map((look) => image(pictureFile(chapter, state, look), sentence, look));
      return `### ${state}\n\n${sentence}\n\n${images.join('\n')}`;
    }),
  );
  return rows.join('\n\n');
}

function image(file: string, sentence: string, look: Look): string {
  const width = look === 'desktop-en-dark' ? 640 : 292;
  return `<img src="${file}" width="${width}" alt="${sentence}">`;
}

/** Writes the document next to the pictures. */
export function writeDocument(text: string): void {
  writeFileSync(join(PICTURES, 'README.md'), text);
}
