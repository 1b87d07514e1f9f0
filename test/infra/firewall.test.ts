import { describe, expect, it } from 'vitest';
import { pathGroup } from '#infra/constructs/firewall';
import { allPaths, endpointsIn } from '#shared/contract/endpoints';
import {
  at,
  entriesAt,
  findResources,
  listAt,
  STAGES,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';
import { nextRelease } from '#test/infra/support/stage-variants';

/** Rules of the common rule set in count mode, with the requests that they would block. */
const COUNTED = new Map([
  ['SizeRestrictions_BODY', 'invoices in JSON, of up to 6 MB'],
  ['NoUserAgent_HEADER', 'servers whose HTTP client names no agent'],
  ['GenericRFI_BODY', 'addresses for webhooks'],
  ['EC2MetaDataSSRF_BODY', 'addresses for webhooks, which the service refuses by the contract'],
]);

/** Returns the path pattern of a rate rule. The rule applies either to the matching paths or to all other paths. */
const pathMatch = (rule: unknown): unknown =>
  at(scopeOf(rule), 'RegexMatchStatement') ?? at(scopeOf(rule), 'NotStatement', 'Statement', 'RegexMatchStatement');
const scopeOf = (rule: unknown): unknown => at(rule, 'Statement', 'RateBasedStatement', 'ScopeDownStatement');

/** Returns true if a rate rule counts requests to a path. */
function counts(rule: unknown, path: string): boolean {
  if (pathMatch(rule) === undefined) return false;
  const matches = new RegExp(String(at(pathMatch(rule), 'RegexString'))).test(path);
  return matches === (at(scopeOf(rule), 'NotStatement') === undefined);
}

describe.each(STAGES)('firewall of %s', (env) => {
  const stage = stageTemplates(env);
  const [acl, ...others] = findResources(stage, 'AWS::WAFv2::WebACL');
  const rules = listAt(acl?.Properties, 'Rules');
  const rule = (name: string): unknown => rules.find((found) => at(found, 'Name') === name);

  it('is on by default, in front of the one stage of the API', () => {
    expect(others).toEqual([]);
    expect(acl?.Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const [association, ...more] = findResources(stage, 'AWS::WAFv2::WebACLAssociation');
    expect(more).toEqual([]);
    expect(target(at(association?.Properties, 'WebACLArn'))).toBe(acl?.id);
    const [apiStage] = findResources(stage, 'AWS::ApiGateway::Stage');
    expect(JSON.stringify(at(association?.Properties, 'ResourceArn'))).toContain(apiStage?.id);
  });

  it('is absent where the configuration has none', () => {
    expect(findResources(nextRelease(env), 'AWS::WAFv2::WebACL')).toEqual([]);
  });

  it.each(['people', 'providers', 'partners'] as const)('limits each address on the paths of %s', (group) => {
    const limited = rule(`rate-of-${group}`);
    expect(at(limited, 'Statement', 'RateBasedStatement')).toMatchObject({
      AggregateKeyType: 'IP',
      EvaluationWindowSec: 60,
      Limit: stage.config.capacity.firewall[group],
    });
    const response = at(limited, 'Action', 'Block', 'CustomResponse');
    expect(response).toMatchObject({ ResponseCode: 429 });
    expect(listAt(response, 'ResponseHeaders')).toContainEqual({ Name: 'Retry-After', Value: '60' });
    const body = at(acl?.Properties, 'CustomResponseBodies', String(at(response, 'CustomResponseBodyKey')));
    expect(body).toMatchObject({ ContentType: 'APPLICATION_JSON' });
    // A response of the firewall contains no request id.
    const content = at(body, 'Content');
    const parts = typeof content === 'string' ? [content] : listAt(content, 'Fn::Join', 1);
    expect(JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'x')).join(''))).toEqual({
      ...{ success: false, code: 'TOO_MANY_REQUESTS', reason: 'REQUEST_RATE', message: 'Too many requests' },
      docUrl: expect.stringMatching(/^https:\/\/[\w.-]+(\/x)?\/guide\/errors#TOO_MANY_REQUESTS$/),
    });
  });

  it.each(endpointsIn(env))('counts requests of $id in the rate of its callers alone', (row) => {
    // In the default URL of API Gateway, a path begins with the stage name.
    const sent = allPaths(row).flatMap((path) => [path, `/${env}${path}`]);
    for (const path of sent.map((one) => one.replaceAll(/\{\w+\}/g, 'a1b2')))
      expect(rules.filter((found) => counts(found, path)).map((found) => at(found, 'Name'))).toEqual([
        `rate-of-${pathGroup[row.scope]}`,
      ]);
  });

  it('counts unknown paths, and paths that only begin alike, as those of partners', () => {
    for (const path of ['/guides', '/signature', '/api/sign/x', '/production-x/sign/x'])
      expect(rules.filter((found) => counts(found, path)).map((found) => at(found, 'Name'))).toEqual([
        'rate-of-partners',
      ]);
  });

  it('reads paths as the gateway does, so that an encoded one is in no other rate', () => {
    for (const found of rules.slice(0, 3))
      expect(listAt(pathMatch(found), 'TextTransformations').map((one) => at(one, 'Type'))).toEqual([
        'URL_DECODE',
        'NORMALIZE_PATH',
      ]);
  });

  it('refuses what the managed sets match, except for the rules with a reason', () => {
    const sets = rules.flatMap((found) => {
      const group = at(found, 'Statement', 'ManagedRuleGroupStatement');
      return group === undefined ? [] : [{ found, group }];
    });
    expect(sets.map(({ group }) => [at(group, 'VendorName'), at(group, 'Name')])).toEqual([
      ['AWS', 'AWSManagedRulesKnownBadInputsRuleSet'],
      ['AWS', 'AWSManagedRulesCommonRuleSet'],
    ]);
    expect(sets.map(({ found }) => at(found, 'OverrideAction'))).toEqual([{ None: {} }, { None: {} }]);
    const overrides = sets.flatMap(({ group }) => listAt(group, 'RuleActionOverrides'));
    expect(overrides).toEqual([...COUNTED.keys()].map((Name) => ({ ActionToUse: { Count: {} }, Name })));
  });

  it("returns a block by the sets in the gateway's envelope too", () => {
    const [api] = findResources(stage, 'AWS::ApiGateway::RestApi');
    const response = at(api?.Properties, 'Body', 'x-amazon-apigateway-gateway-responses', 'WAF_FILTERED');
    expect(at(response, 'statusCode')).toBe('403');
    expect(JSON.parse(String(at(response, 'responseTemplates', 'application/json')))).toMatchObject({
      ...{ success: false, code: 'FORBIDDEN', message: 'Forbidden' },
    });
  });

  it('counts, and samples no request, since its path may hold a link token', () => {
    const views = [acl?.Properties, ...rules].map((found) => at(found, 'VisibilityConfig'));
    expect(views).toHaveLength(6);
    for (const view of views)
      expect(view).toMatchObject({ SampledRequestsEnabled: false, CloudWatchMetricsEnabled: true });
    expect(findResources(stage, 'AWS::WAFv2::LoggingConfiguration')).toEqual([]);
  });

  it('fits the 1,500 capacity units that a web ACL has without extra cost', () => {
    // Capacity units: rate rule 2, its regular expression 3, each of its two transformations 10, known bad inputs 200, common
    // rules 700: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
    const units = new Map([
      ['rate-of-people', 25],
      ['rate-of-providers', 25],
      ['rate-of-partners', 25],
      ['known-bad-inputs', 200],
      ['common', 700],
    ]);
    const used = rules.map((found) => units.get(String(at(found, 'Name'))) ?? Number.NaN);
    expect(used.reduce((sum, unit) => sum + unit, 0)).toBeLessThanOrEqual(1500);
    expect(rules.map((found) => at(found, 'Priority'))).toEqual([0, 1, 2, 3, 4]);
  });

  it('has no traces and no execution logs, which would hold whole paths', () => {
    const [apiStage] = findResources(stage, 'AWS::ApiGateway::Stage');
    expect(at(apiStage?.Properties, 'TracingEnabled')).toBeUndefined();
    for (const settings of listAt(apiStage?.Properties, 'MethodSettings')) {
      expect(at(settings, 'LoggingLevel') ?? 'OFF').toBe('OFF');
      expect(at(settings, 'DataTraceEnabled') ?? false).toBe(false);
    }
    expect(entriesAt(apiStage?.Properties, 'AccessLogSetting').map(([name]) => name)).toContain('Format');
    expect(JSON.stringify(at(apiStage?.Properties, 'AccessLogSetting', 'Format'))).not.toMatch(
      /context\.(path|identity\.(?!sourceIp\b)|authorizer)|\.header|requestOverride/,
    );
    for (const { Properties } of findResources(stage, 'AWS::Lambda::Function')) {
      expect(at(Properties, 'TracingConfig')).toBeUndefined();
    }
  });
});
