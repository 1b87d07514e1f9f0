/**
 * Compares what both stages must not lose with its baseline in infra/baseline/, as every synthesis does, and
 * says what would be lost. `--accept` makes the present templates the baseline: after they have been deployed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baselineOf } from '#infra/checks/stateful-changes';
import { baselineFile, baselineFolder, committedRecord, statefulFaults } from '#infra/checks/stateful-gate';
import { shippedStatefulTemplate } from '#infra/synthesize';

const accept = process.argv.includes('--accept');
const outDir = mkdtempSync(join(tmpdir(), 'partner-ramp-stateful-'));
try {
  for (const stage of ['sandbox', 'production'] as const) {
    const template = shippedStatefulTemplate(stage, join(outDir, stage));
    if (accept) {
      const baseline = baselineOf(template);
      writeFileSync(baselineFile(stage), `${JSON.stringify(baseline, null, 2)}\n`);
      process.stdout.write(`${stage}: ${Object.keys(baseline).length} resources recorded\n`);
      continue;
    }
    const faults = statefulFaults(template, committedRecord(stage));
    for (const fault of faults) process.stdout.write(`${stage}: ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
    else process.stdout.write(`${stage}: nothing would be lost\n`);
  }
  if (accept)
    execFileSync('node_modules/.bin/biome', ['format', '--write', baselineFolder], { stdio: 'ignore' });
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
