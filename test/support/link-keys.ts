import { afterAll } from 'vitest';
import { LINK_KEY_ID } from './handlers/environment';
import { MemoryKeys } from './handlers/services';

/** Derives the keys for links in this process instead of in KMS, for tests without a stack. */
export function linkKeysInMemory(): void {
  const keys = new MemoryKeys();
  process.env.LINK_KEY_ID = LINK_KEY_ID;
  afterAll(() => keys.restore());
}
