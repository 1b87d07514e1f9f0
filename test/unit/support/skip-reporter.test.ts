import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { skipReason } from '#test/support/skip-reporter';

it.each([
  ['its note', { state: 'skipped', note: 'no Linux' }, 'a test (skipped: by name)', 'no Linux'],
  ['its name', { state: 'skipped', note: undefined }, 'a suite (skipped: no browser) > a test', 'no browser'],
  ['neither', { state: 'skipped', note: undefined }, 'a test', 'no reason given: a test'],
] as const)('a skipped test has the reason of %s', (_, result, fullName, reason) => {
  expect(skipReason({ fullName, result: () => ({ ...result, errors: undefined }) })).toBe(reason);
});

it('the run of CI ends with the reasons of both runs, and with the counts', () => {
  const script = readFileSync(resolve(import.meta.dirname, '../../../tools/ci/run.sh'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-ci-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, 'log');
  writeFileSync(
    log,
    [
      '      Tests  7 passed | 5 skipped (12)',
      ' Skipped  3 for: no Chromium at /usr/bin/chromium',
      ' Skipped  2 for: no Node.js 24',
      '      Tests  1 failed | 2 passed | 4 skipped (7)',
      ' Skipped  4 for: no Chromium at /usr/bin/chromium',
    ].join('\n'),
  );
  const closing = script.slice(script.indexOf('# The reasons of skipped tests'));
  const output = execFileSync('bash', ['-euo', 'pipefail', '-c', closing], { env: { ...process.env, log } });
  expect(output.toString().trimEnd().split('\n')).toEqual([
    '7 skipped: no Chromium at /usr/bin/chromium',
    '2 skipped: no Node.js 24',
    '9 passed, 1 failed, 9 skipped',
  ]);
});
