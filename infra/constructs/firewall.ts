import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { envelope } from '#infra/constructs/gateway-definition';

/**
 * Rules of the common set that count instead of block, each because the service must see such requests. Everything
 * else that the sets know is refused.
 */
const COUNTED_COMMON_RULES = [
  // Stops at 8 KB; invoices travel as Base64 in JSON of up to 6 MB, and the service bounds them itself.
  'SizeRestrictions_BODY',
  // Servers call this API, and many of their HTTP clients name no agent.
  'NoUserAgent_HEADER',
  // A webhook address stands in the body; the service refuses the wrong ones in the contract's own words.
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

const RATE_BODY = 'too-many-requests';

export interface FirewallProps {
  readonly config: StageConfig;
  readonly settings: NonNullable<StageConfig['firewall']>;
  /** ARN of the stage of the API that it stands in front of. */
  readonly stageArn: string;
}

/**
 * What is refused before the gateway sees it: too many requests of one address, and requests that AWS's managed
 * sets know as attacks. A block of the managed sets is answered by the gateway's own WAF_FILTERED response, which
 * has the envelope and a request id; that of the rate brings its body along, because it is a 429.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { config, settings, stageArn }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'WebAcl', {
      description: `Partner Ramp ${config.name} - addresses in a hurry and known attacks`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [RATE_BODY]: {
          contentType: 'APPLICATION_JSON',
          content: envelope('TOO_MANY_REQUESTS', 'Too many requests'),
        },
      },
      rules: [
        {
          name: 'rate-per-address',
          priority: 0,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: settings.requestsPerAddressPerMinute,
              evaluationWindowSec: 60,
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: RATE_BODY,
                // The window of the rule.
                responseHeaders: [{ name: 'Retry-After', value: '60' }],
              },
            },
          },
          visibilityConfig: visibility('rate-per-address'),
        },
        managedRules('known-bad-inputs', 1, 'AWSManagedRulesKnownBadInputsRuleSet', []),
        managedRules('common', 2, 'AWSManagedRulesCommonRuleSet', COUNTED_COMMON_RULES),
      ],
      visibilityConfig: visibility('firewall'),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}

function managedRules(name: string, priority: number, set: string, counted: readonly string[]): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: set,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: visibility(name),
  };
}

/** Counts, and never samples: a sample shows whole addresses, and those of hosted pages hold a person's token. */
function visibility(name: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName: name, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
