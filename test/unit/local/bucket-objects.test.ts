import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BucketObjects, objectsInFolder, objectsInMemory } from '#local/engines/buckets/objects';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'objects-'));
  folder = join(parent, 'buckets', 'files');
});
afterEach(() => rm(parent, { recursive: true }));

const object = (text: string, contentType = 'text/plain') => ({
  content: Buffer.from(text),
  contentType,
  storedAtMs: 1_700_000_000_000,
});

describe.each<[name: string, open: () => Promise<BucketObjects>]>([
  ['in memory', async () => objectsInMemory()],
  ['in a folder', () => objectsInFolder(folder)],
])('objects %s', (_name, open) => {
  it('are those put last, until they are deleted', async () => {
    const objects = await open();
    expect(await objects.get('a/b')).toBeUndefined();
    await objects.put('a/b', object('first'));
    await objects.put('a/b', object('second\nline', 'text/html'));
    await objects.put('A/b', object('other case'));
    await objects.put(`long/${'x'.repeat(1000)}/../é\n`, object(''));
    expect(await objects.get('a/b')).toEqual(object('second\nline', 'text/html'));
    expect(await objects.get('A/b')).toEqual(object('other case'));
    expect(await objects.get(`long/${'x'.repeat(1000)}/../é\n`)).toEqual(object(''));
    await objects.delete('a/b');
    await objects.delete('a/b');
    expect(await objects.get('a/b')).toBeUndefined();
  });

  it('are whole, also under concurrent writes', async () => {
    const objects = await open();
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(texts.map((text) => objects.put('same', object(text))));
    expect(texts).toContain((await objects.get('same'))?.content.toString());
  });
});

describe('a folder of objects', () => {
  it('keeps them for its owner alone, and for the next run', async () => {
    const first = await objectsInFolder(folder);
    await first.put('people/u/id.png', object('png', 'image/png'));
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const second = await objectsInFolder(folder);
    expect(await second.get('people/u/id.png')).toEqual(object('png', 'image/png'));
  });

  it('drops what a killed run had not finished, and reports what is damaged', async () => {
    const objects = await objectsInFolder(folder);
    await objects.put('key', object('whole'));
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, `${name}.1.part`), 'half');
    await objectsInFolder(folder);
    expect(await readdir(folder)).toEqual([name]);
    await writeFile(join(folder, name), 'nothing of ours');
    await expect(objects.get('key')).rejects.toThrow(/is damaged/);
  });
});
