import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCheckpoints } from '#local/events/checkpoints';

describe('checkpoints', () => {
  it('are read from the data folder, the newest of each key', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'checkpoints-'));
    try {
      const first = await openCheckpoints(dataDir);
      expect(await first.load('a')).toBeUndefined();
      await Promise.all([first.save('a', '9'), first.save('b', '1'), first.save('a', '10000000000000000000001')]);
      const second = await openCheckpoints(dataDir);
      expect(await second.load('a')).toBe('10000000000000000000001');
      expect(await second.load('b')).toBe('1');
      expect(await readdir(dataDir)).toEqual(['checkpoints.json']);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});
