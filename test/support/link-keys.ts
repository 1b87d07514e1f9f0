import { afterAll } from 'vitest';
import { LINK_KEY_ID } from './handlers/environment';
import { MemoryKeys } from './handlers/services';

/** Derives the keys of links in this process, for tests that call handlers without a stack around them. */
export function linkKeysInMemory(): void {
  const keys = new MemoryKeys();
  process.env.LINK_KEY_ID = LINK_KEY_ID;
  afterAll(() => keys.restore());
}
