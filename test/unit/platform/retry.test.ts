import { describe, expect, it } from 'vitest';
import { retry } from '#shared/platform/retry';

function failing(times: number) {
  const state = { attempts: 0 };
  return {
    state,
    attempt: async () => {
      state.attempts += 1;
      if (state.attempts <= times) throw new Error(`attempt ${state.attempts}`);
      return state.attempts;
    },
  };
}

describe('a retry', () => {
  const waitAfter = () => 0;

  it('ends with the first success', async () => {
    expect(await retry(failing(2).attempt, { maxAttempts: 3, waitAfter })).toBe(3);
  });

  it('throws the error of the last attempt', async () => {
    const { state, attempt } = failing(9);
    await expect(retry(attempt, { maxAttempts: 3, waitAfter })).rejects.toThrow('attempt 3');
    expect(state.attempts).toBe(3);
  });

  it('attempts nothing after an error that is not retried, or after its signal', async () => {
    const refused = failing(9);
    await expect(retry(refused.attempt, { maxAttempts: 3, waitAfter: () => undefined })).rejects.toThrow('attempt 1');
    const late = failing(9);
    const signal = AbortSignal.abort();
    await expect(retry(late.attempt, { maxAttempts: 3, signal })).rejects.toThrow('attempt 1');
  });

  it('has a backoff that doubles from 200 ms, with full jitter', async () => {
    const waits: number[] = [];
    const waitAndNote = (_error: unknown, backoffMs: number) => {
      waits.push(backoffMs);
      return 0;
    };
    await expect(retry(failing(9).attempt, { maxAttempts: 5, waitAfter: waitAndNote })).rejects.toThrow();
    expect(waits).toHaveLength(4);
    waits.forEach((wait, index) => {
      expect(wait).toBeLessThan(200 * 2 ** index);
    });
  });
});
