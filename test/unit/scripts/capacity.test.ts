import { afterAll, expect, it, vi } from 'vitest';
import { loadStage } from '#infra/config/stages';
import { runProgram } from '#test/support/run-program';

afterAll(() => {
  for (const name of ['#infra/config/stages', '#scripts/capacity/simulate']) vi.doUnmock(name);
});

const simulate = vi.fn();

/** The program with `--warmth`, for a production in which so many partners ask at full rate. */
async function askWarmth(partnersAtFullRate: number) {
  vi.doMock('#scripts/capacity/simulate', () => ({ simulate }));
  vi.doMock('#infra/config/stages', () => ({
    loadStage: (request: Parameters<typeof loadStage>[0]) => {
      const config = loadStage(request);
      const isProduction = config.name === 'production';
      return isProduction ? { ...config, capacity: { ...config.capacity, partnersAtFullRate } } : config;
    },
  }));
  const { code, out } = await runProgram(() => import('#scripts/capacity'), ['--warmth']);
  expect(code).toBe(0);
  expect(simulate).not.toHaveBeenCalled();
  return out.trim().split('\n');
}

const LINE = /^(sandbox|production), .+: needs (\d+) [^,]+, is warm for (\d+): (serves|raise `capacity\.warm`)$/;

it('says of each stage what it needs and that its warm throughput serves, and simulates nothing', async () => {
  const lines = await askWarmth(10);
  expect(new Set(lines.map((line) => LINE.exec(line)?.[1]))).toEqual(new Set(['sandbox', 'production']));
  for (const line of lines) {
    const [, , needs, warm, verdict] = LINE.exec(line) ?? [];
    expect(Number(needs), line).toBeLessThanOrEqual(Number(warm));
    expect(verdict, line).toBe('serves');
  }
});

it('names the setting to raise where the warm throughput is below what the stage needs', async () => {
  const lines = await askWarmth(20);
  const short = lines.flatMap((line) => {
    const [, stage, needs, warm, verdict] = LINE.exec(line) ?? [];
    expect(verdict === 'serves', line).toBe(Number(needs) <= Number(warm));
    return verdict === 'serves' ? [] : [stage];
  });
  expect(short.length).toBeGreaterThan(0);
  expect(new Set(short)).toEqual(new Set(['production']));
});
