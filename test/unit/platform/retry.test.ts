import { describe, expect, it } from 'vitest';
import { retry } from '#shared/platform/retry';

function failing() {
  let attempts = 0;
  return async () => {
    attempts += 1;
    throw new Error(`attempt ${attempts}`);
  };
}

describe('a retry', () => {
  it('attempts nothing after an error that is not retried, or after its signal', async () => {
    await expect(retry(failing(), { maxAttempts: 3, waitAfter: () => undefined })).rejects.toThrow('attempt 1');
    const signal = AbortSignal.abort();
    await expect(retry(failing(), { maxAttempts: 3, signal })).rejects.toThrow('attempt 1');
  });

  it('has a backoff that doubles from 200 ms, with full jitter', async () => {
    const waits: number[] = [];
    const waitAndNote = (_error: unknown, backoffMs: number) => {
      waits.push(backoffMs);
      return 0;
    };
    await expect(retry(failing(), { maxAttempts: 5, waitAfter: waitAndNote })).rejects.toThrow('attempt 5');
    expect(waits).toHaveLength(4);
    for (const [index, wait] of waits.entries()) expect(wait).toBeLessThan(200 * 2 ** index);
  });
});
