/**
 * Compares what both stages must not lose with its baseline in infra/baseline/, as every synthesis does, and
 * says what would be lost. `--accept` makes the present templates the baseline: after they have been deployed. It records
 * no warm throughput that is lower than before, since DynamoDB has lowered none.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destructiveChanges, toBaseline } from '#infra/checks/stateful-changes';
import { baselineFile, baselineFolder, committedRecord, statefulViolations } from '#infra/checks/stateful-check';
import { isLowered, warmthSentence } from '#infra/checks/warm-throughput';
import { statefulTemplateFor } from '#infra/synthesize';

const accept = process.argv.includes('--accept');
const outDir = mkdtempSync(join(tmpdir(), 'partner-ramp-stateful-'));
try {
  for (const stage of ['sandbox', 'production'] as const) {
    const template = statefulTemplateFor(stage, join(outDir, stage));
    const baseline = toBaseline(template);
    const record = committedRecord(stage);
    const warmth = destructiveChanges(record.deployed, baseline).flatMap((change) => change.warmth ?? []);
    if (accept) {
      const lowered = warmth.filter(isLowered);
      for (const change of lowered) process.stdout.write(`${stage}: ${warmthSentence(change)}; nothing recorded\n`);
      if (lowered.length > 0) {
        process.exitCode = 1;
        continue;
      }
      writeFileSync(baselineFile(stage), `${JSON.stringify(baseline, null, 2)}\n`);
      process.stdout.write(`${stage}: ${Object.keys(baseline).length} resources recorded\n`);
      continue;
    }
    const violations = statefulViolations(template, record);
    // One that an entry allows is announced all the same.
    for (const change of warmth.filter((one) => violations.length === 0 && !isLowered(one)))
      process.stdout.write(`${stage}: ${warmthSentence(change)}\n`);
    for (const violation of violations) process.stdout.write(`${stage}: ${violation}\n`);
    if (violations.length > 0) process.exitCode = 1;
    else process.stdout.write(`${stage}: nothing would be lost\n`);
  }
  if (accept) execFileSync('node_modules/.bin/biome', ['format', '--write', baselineFolder], { stdio: 'ignore' });
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
