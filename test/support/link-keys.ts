import { afterAll } from 'vitest';
import { LINK_KEY_ID } from './handlers/environment';
import { MemoryKeys } from './handlers/services';

/** Derives link keys in this process, for tests without a stack. */
export function linkKeysInMemory(): void {
  const keys = new MemoryKeys();
  process.env.LINK_KEY_ID = LINK_KEY_ID;
  afterAll(() => keys.restore());
}
