import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NodeSha256 } from '#shared/platform/config/node-sha256';

const bytes = new TextEncoder().encode('Lucía');
const hex = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');

async function digest(parts: readonly (string | Uint8Array)[], secret?: string | Uint8Array) {
  const hash = new NodeSha256(secret);
  for (const part of parts) hash.update(part);
  return hex(await hash.digest());
}

describe('hashes of requests', () => {
  it.each([
    ['nothing', []],
    ['text', ['Lucía']],
    ['bytes', [bytes]],
    ['several parts', ['a', bytes, 'c']],
  ])('%s', async (_what, parts) => {
    const expected = createHash('sha256').update(Buffer.concat(parts.map((part) => Buffer.from(part))));
    expect(await digest(parts)).toBe(expected.digest('hex'));
  });

  it.each(['secret', '', bytes, new Uint8Array([7, ...bytes]).subarray(1)])('codes by a secret: %j', async (secret) => {
    for (const content of ['first', bytes]) {
      const expected = createHmac('sha256', secret).update(content).digest('hex');
      expect(await digest([content], secret)).toBe(expected);
    }
  });

  it('does not confuse a secret with its bytes', async () => {
    expect(await digest(['content'], new TextEncoder().encode('secret'))).toBe(await digest(['content'], 'secret'));
    expect(await digest(['content'], bytes)).not.toBe(await digest(['content']));
  });
});
