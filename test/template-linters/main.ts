/**
 * Runs cfn-lint, checkov and cfn-guard (with the rules of AWS Control Tower) over the templates of both stages, and ends with
 * exit code 1 where one reports what test/template-linters/template-exemptions.ts does not explain. The first two need Python:
 * TEMPLATE_LINTERS names the `bin` folder of a virtual environment with test/template-linters/requirements.txt; without it
 * they are skipped, and this says so.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { loadStage } from '#infra/config/stages';
import { synthesize } from '#infra/synthesize';
import { cfnGuard, cfnLint, checkov } from '#test/template-linters/linters';
import { templateExemptions } from '#test/template-linters/template-exemptions';
import { type TemplateFinding, unexplained } from '#test/template-linters/template-findings';

const folder = process.env.TEMPLATE_LINTERS ?? '';
const hasPython = existsSync(join(folder, 'cfn-lint')) && existsSync(join(folder, 'checkov'));
const outDir = mkdtempSync(join(tmpdir(), 'partner-ramp-lint-'));
try {
  for (const env of ['sandbox', 'production'] as const) {
    const configPath = `infra/config/${env === 'sandbox' ? 'sandbox' : 'production.example'}.json`;
    const none = Code.fromInline('exports.handler = async () => ({});');
    synthesize({ config: loadStage({ env, configPath }), codeFor: () => none, outDir: join(outDir, env) });
  }
  const tools: readonly TemplateFinding['tool'][] = hasPython ? ['cfn-guard', 'cfn-lint', 'checkov'] : ['cfn-guard'];
  const reports = hasPython
    ? [cfnGuard(outDir), ...(await Promise.all([cfnLint(outDir, folder), checkov(outDir, folder)]))]
    : [cfnGuard(outDir)];
  const findings = reports.flat();
  const problems = unexplained(findings, templateExemptions, tools);
  for (const problem of problems) console.error(problem);
  console.log(`${tools.join(', ')}: ${findings.length} findings, ${problems.length} not explained`);
  if (!hasPython) console.log('cfn-lint and checkov were skipped: TEMPLATE_LINTERS names no folder that has them');
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
