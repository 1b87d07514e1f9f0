import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageCapacity } from '#infra/config/capacity';
import type { StageConfig } from '#infra/config/stages';
import { envelope } from '#infra/constructs/gateway-definition';
import { tooManyRequests } from '#shared/api/problems';
import { allPaths, type EndpointRow, endpointsIn } from '#shared/contract/endpoints';

/**
 * Rules of the common set that count instead of block, each because the service must see such requests. Everything
 * else that the sets know is refused.
 */
const COUNTED_COMMON_RULES = [
  // Stops at 8 KB; invoices travel as Base64 in JSON of up to 6 MB, and the service bounds them itself.
  'SizeRestrictions_BODY',
  // Servers call this API, and many of their HTTP clients name no agent.
  'NoUserAgent_HEADER',
  // The body contains a webhook address; the service refuses wrong ones with the contract's messages.
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

const RATE_BODY = 'too-many-requests';

/** Seconds in which the requests of an address are counted. */
const WINDOW_S = 60;

/**
 * Paths by their callers: `people` open our links or read the documentation, `providers` report, and everything else is for
 * partners.
 */
type PathGroup = keyof StageCapacity['firewall'];

/** The callers of a path, by the scope of its endpoint. */
export const pathGroup: Readonly<Record<EndpointRow['scope'], PathGroup>> = {
  partner: 'partners',
  link: 'people',
  public: 'people',
  provider: 'providers',
};

export interface FirewallProps {
  readonly config: StageConfig;
  /** ARN of the API's stage that it protects. */
  readonly stageArn: string;
  /** Address of that stage without a slash at its end. */
  readonly baseUrl: string;
}

/**
 * Refuses requests before the gateway sees them: too many of one address, counted apart for the paths of people, of
 * providers and of partners, and requests that AWS's managed sets know as attacks. A block of the managed sets returns the gateway's own WAF_FILTERED response, which
 * has the envelope and a request id; that of the rate brings its body along, because it is a 429.
 */
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

/** Returns 429 to an address for as long as its requests of the last minute are above the limit. */
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
 * Paths of some groups, as the gateway would decode them. At the address that AWS makes they begin with the stage's
 * name, and at one of our own they do not.
 */
function onlyPaths({ name }: StageConfig, groups: readonly PathGroup[]): CfnWebACL.StatementProperty {
  const rows = endpointsIn(name).filter(({ scope }) => groups.includes(pathGroup[scope]));
  const segments = rows.flatMap(allPaths).map((path) => path.split('/')[1]?.replaceAll('.', '\\.') ?? '');
  const first = [...new Set(segments)].filter((segment) => segment !== '');
  const below = `/(${first.join('|')})(/|$)`;
  return {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      // The root is a path without a segment.
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

/** Counts and never samples: a sample shows whole addresses, and addresses of hosted pages contain a person's token. */
function visibility(name: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName: name, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
