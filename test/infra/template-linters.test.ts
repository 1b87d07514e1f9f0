import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES, stageTemplates } from '#test/infra/support/stage-templates';
import { temporaryFolder } from '#test/support/lifetime';
import { cfnGuard } from '#test/template-linters/linters';
import { templateExemptions } from '#test/template-linters/template-exemptions';
import { type TemplateFinding, unexplained } from '#test/template-linters/template-findings';

/** A folder per stage, as the linters want it. */
function writeTemplates(texts: Readonly<Record<string, readonly string[]>>): string {
  const root = temporaryFolder();
  for (const [stage, own] of Object.entries(texts)) {
    mkdirSync(join(root, stage));
    for (const [index, text] of own.entries()) writeFileSync(join(root, stage, `${index}.template.json`), text);
  }
  return root;
}

const finding: TemplateFinding = {
  ...{ tool: 'checkov', stage: 'production', rule: 'CKV_AWS_18' },
  ...{ resource: 'AWS::S3::Bucket Files8E6940B8', message: 'Ensure access logging' },
};
const exemption = {
  tool: 'checkov',
  rule: 'CKV_AWS_18',
  where: 'AWS::S3::Bucket Files',
  reason: 'Names are ids.',
} as const;

describe('findings of linters', () => {
  it('need an exemption of the same tool, rule, stage and resource', () => {
    expect(unexplained([finding], [exemption], ['checkov'])).toEqual([]);
    expect(unexplained([finding], [{ ...exemption, stage: 'production' }], ['checkov'])).toEqual([]);
    const line = 'checkov CKV_AWS_18: production: AWS::S3::Bucket Files8E6940B8: Ensure access logging';
    for (const other of [
      { tool: 'cfn-lint' },
      { rule: 'CKV_AWS_19' },
      { stage: 'sandbox' },
      { where: 'AWS::S3::Bucket Logs' },
    ] as const)
      expect(unexplained([finding], [{ ...exemption, ...other }], [])).toEqual([line]);
  });

  it('leave no exemption without a finding, except those of a tool that did not run', () => {
    const idle = 'checkov CKV_AWS_18: the exemption of AWS::S3::Bucket Files covers nothing; take it out';
    expect(unexplained([], [exemption], ['checkov'])).toEqual([idle]);
    expect(unexplained([], [exemption], ['cfn-guard'])).toEqual([]);
  });

  it('have their exemptions in one list, each once and with a reason', () => {
    const keys = templateExemptions.map(({ tool, rule, where, stage }) => [tool, rule, where, stage].join());
    expect(new Set(keys).size).toBe(keys.length);
    for (const { reason } of templateExemptions) expect(reason).toMatch(/^[A-Z].{20,}[.\d]$/);
  });
});

describe('cfn-guard, with the rules of AWS Control Tower', () => {
  // Over everything else it takes minutes of a busy machine: `npm run lint:templates`.
  it('finds nothing in what must not be lost, of either stage, that no exemption explains', () => {
    const texts = STAGES.map((env) => [env, [stageTemplates(env).text.Data]] as const);
    const findings = cfnGuard(writeTemplates(Object.fromEntries(texts)));
    expect(findings.length).toBeGreaterThan(0);
    expect(unexplained(findings, templateExemptions, [])).toEqual([]);
  });

  it('names rule, stage and resource of what it finds', () => {
    const bucket = { Type: 'AWS::S3::Bucket', Properties: {} };
    const root = writeTemplates({ production: [JSON.stringify({ Resources: { Open: bucket } })] });
    expect(cfnGuard(root)).toContainEqual(
      expect.objectContaining({
        ...{ tool: 'cfn-guard', stage: 'production', resource: 'AWS::S3::Bucket Open' },
        rule: 's3_bucket_logging_enabled_check',
      }),
    );
  });
});
