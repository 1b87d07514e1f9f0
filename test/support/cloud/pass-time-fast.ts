import { onTestFinished, vi } from 'vitest';

/** Lets ten seconds pass between two looks at the clock, so that what is absent is not waited for. */
export function passTimeFast(): void {
  const now = performance.now.bind(performance);
  let passedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    passedMs += 10_000;
    return now() + passedMs;
  });
  onTestFinished(() => clock.mockRestore());
}
