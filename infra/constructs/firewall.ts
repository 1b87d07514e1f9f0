import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageCapacity } from '#infra/config/capacity';
import type { StageConfig } from '#infra/config/stages';
import { envelope } from '#infra/constructs/gateway-definition';
import { tooManyRequests } from '#shared/api/problems';
import { allPaths, type EndpointRow, endpointsIn } from '#shared/contract/endpoints';

/**
 * Rules of AWS's common rule set that count matching requests but do not block them, because the service must receive such
 * requests. All other rules of the managed sets block.
 */
const COUNTED_COMMON_RULES = [
  // This rule blocks bodies above 8 KB. Invoices are sent as Base64 in JSON of up to 6 MB, and the service checks their size.
  'SizeRestrictions_BODY',
  // This rule blocks requests without a User-Agent. The callers are servers, and many of their HTTP clients do not send one.
  'NoUserAgent_HEADER',
  // These rules block some webhook URLs in the body. The service itself rejects invalid URLs, with the contract's error messages.
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

const RATE_BODY = 'too-many-requests';

/** Length of the window in which requests of an IP address are counted, in seconds. */
const WINDOW_S = 60;

/** Path groups by caller: `people` open our links or documentation, `providers` send reports, `partners` use all other paths. */
type PathGroup = keyof StageCapacity['firewall'];

/** Path group of an endpoint, by the scope of the endpoint. */
export const pathGroup: Readonly<Record<EndpointRow['scope'], PathGroup>> = {
  partner: 'partners',
  link: 'people',
  public: 'people',
  provider: 'providers',
};

export interface FirewallProps {
  readonly config: StageConfig;
  /** ARN of the API stage that the firewall protects. */
  readonly stageArn: string;
  /** URL of the API stage without a trailing slash. */
  readonly baseUrl: string;
}

/** Blocks too many requests from one IP address, and attacks that AWS's managed rule sets detect (docs/adr/012). */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { config, stageArn, baseUrl }: FirewallProps) {
    super(scope, id);
    const { people, providers, partners } = config.capacity.firewall;
    const acl = new CfnWebACL(this, 'WebAcl', {
      description: `Partner Ramp ${config.name} - per-IP rate limits and known attacks`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [RATE_BODY]: {
          contentType: 'APPLICATION_JSON',
          content: envelope(tooManyRequests(WINDOW_S), { baseUrl }),
        },
      },
      rules: [
        ratePerAddress('rate-of-people', 0, { limit: people, scope: onlyPaths(config, ['people']) }),
        ratePerAddress('rate-of-providers', 1, {
          limit: providers,
          scope: onlyPaths(config, ['providers']),
        }),
        ratePerAddress('rate-of-partners', 2, {
          limit: partners,
          scope: { notStatement: { statement: onlyPaths(config, ['people', 'providers']) } },
        }),
        managedRules('known-bad-inputs', 3, 'AWSManagedRulesKnownBadInputsRuleSet', []),
        managedRules('common', 4, 'AWSManagedRulesCommonRuleSet', COUNTED_COMMON_RULES),
      ],
      visibilityConfig: visibility('firewall'),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}

/** Returns the rule that sends 429 to an IP address while its number of requests in the last minute exceeds the limit. */
function ratePerAddress(
  name: string,
  priority: number,
  { limit, scope }: { readonly limit: number; readonly scope: CfnWebACL.StatementProperty },
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit,
        evaluationWindowSec: WINDOW_S,
        scopeDownStatement: scope,
      },
    },
    action: {
      block: {
        customResponse: {
          responseCode: 429,
          customResponseBodyKey: RATE_BODY,
          responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_S) }],
        },
      },
    },
    visibilityConfig: visibility(name),
  };
}

/**
 * Matches the paths of `groups`, after the same decoding as in the gateway. At AWS's address, paths begin with the stage's name;
 * at a custom domain, they do not.
 */
function onlyPaths({ name }: StageConfig, groups: readonly PathGroup[]): CfnWebACL.StatementProperty {
  const rows = endpointsIn(name).filter(({ scope }) => groups.includes(pathGroup[scope]));
  const segments = rows.flatMap(allPaths).map((path) => path.split('/')[1]?.replaceAll('.', '\\.') ?? '');
  const first = [...new Set(segments)].filter((segment) => segment !== '');
  const below = `/(${first.join('|')})(/|$)`;
  return {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      // The root path has no segment, so `below` does not match it.
      regexString: `^(/${name})?${segments.includes('') ? `(/?$|${below})` : below}`,
      textTransformations: [
        { priority: 0, type: 'URL_DECODE' },
        { priority: 1, type: 'NORMALIZE_PATH' },
      ],
    },
  };
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

/** Enables counts and disables samples: a sample contains full URLs, and the URLs of hosted pages contain a person's token. */
function visibility(name: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName: name, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
