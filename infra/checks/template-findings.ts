/** Findings of template linters, compared with those that are meant. */
import type { StageName } from '#shared/values/stage-name';

/** One finding on one resource. */
export interface TemplateFinding {
  readonly tool: 'cfn-lint' | 'checkov' | 'cfn-guard';
  readonly stage: StageName;
  /** As the tool names the rule. */
  readonly rule: string;
  /** Type and logical id, as in `AWS::KMS::Key LinkKey27470AF7`; empty where the tool names no resource. */
  readonly resource: string;
  /** The tool's own words. */
  readonly message: string;
}

/** A finding that is meant, with the reason. */
export interface TemplateExemption extends Pick<TemplateFinding, 'tool' | 'rule'> {
  /** Prefix of `resource`: a type, or a type and the beginning of a logical id. */
  readonly where: string;
  /** @default both */
  readonly stage?: StageName;
  readonly reason: string;
}

/**
 * One sentence for each finding that no exemption covers, and for each exemption of these tools that covers none.
 * @param tools those that ran: exemptions of the others are left alone
 */
export function unexplained(
  findings: readonly TemplateFinding[],
  exemptions: readonly TemplateExemption[],
  tools: readonly TemplateFinding['tool'][],
): string[] {
  const covers = ({ tool, rule, where, stage }: TemplateExemption, finding: TemplateFinding): boolean =>
    tool === finding.tool &&
    rule === finding.rule &&
    (stage ?? finding.stage) === finding.stage &&
    finding.resource.startsWith(where);
  const open = findings
    .filter((finding) => !exemptions.some((exemption) => covers(exemption, finding)))
    .map(({ tool, stage, rule, resource, message }) => `${tool} ${rule}: ${stage}: ${resource}: ${message}`);
  const idle = exemptions
    .filter((exemption) => tools.includes(exemption.tool) && !findings.some((finding) => covers(exemption, finding)))
    .map(({ tool, rule, where }) => `${tool} ${rule}: the exemption of ${where} covers nothing; take it out`);
  return [...new Set(open), ...idle];
}
