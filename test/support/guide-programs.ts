import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { atEnd } from '#test/support/lifetime';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Writes a program of docs/api.md to a file that can import the project's packages. @param word a word that only this program
 * contains
 */
export async function writeGuideProgram(folder: string, word: string): Promise<string> {
  const guide = await readFile(join(ROOT, 'docs/api.md'), 'utf8');
  const programs = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const file = join(folder, `${word}.mjs`);
  await writeFile(file, programs.find((text) => text.includes(word)) ?? '');
  return file;
}

/** Creates a folder inside the project, so that its files can import the packages. `atEnd` deletes the folder. */
export async function newFolder(): Promise<string> {
  await mkdir(join(ROOT, 'test-artifacts'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'test-artifacts/guide-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
