/**
 * Compares what both stages must not lose with its baseline in infra/baseline/, as every synthesis does, and
 * says what would be lost. `--accept` makes the present templates the baseline: after they have been deployed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBaseline } from '#infra/checks/stateful-changes';
import { baselineFile, baselineFolder, committedRecord, statefulViolations } from '#infra/checks/stateful-check';
import { shippedStatefulTemplate } from '#infra/synthesize';

const accept = process.argv.includes('--accept');
const outDir = mkdtempSync(join(tmpdir(), 'partner-ramp-stateful-'));
try {
  for (const stage of ['sandbox', 'production'] as const) {
    const template = shippedStatefulTemplate(stage, join(outDir, stage));
    if (accept) {
      const baseline = toBaseline(template);
      writeFileSync(baselineFile(stage), `${JSON.stringify(baseline, null, 2)}\n`);
      process.stdout.write(`${stage}: ${Object.keys(baseline).length} resources recorded\n`);
      continue;
    }
    const violations = statefulViolations(template, committedRecord(stage));
    for (const violation of violations) process.stdout.write(`${stage}: ${violation}\n`);
    if (violations.length > 0) process.exitCode = 1;
    else process.stdout.write(`${stage}: nothing would be lost\n`);
  }
  if (accept) execFileSync('node_modules/.bin/biome', ['format', '--write', baselineFolder], { stdio: 'ignore' });
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
