import { describe, expect, it } from 'vitest';
import { reasonCatalogue } from '#docs/reasons';
import { pathGroup } from '#infra/constructs/firewall';
import { gatewayDefinition } from '#infra/constructs/gateway-definition';
import { CURRENT_VERSION } from '#shared/api/versions';
import { allPaths, type EndpointRow, endpoints, endpointsIn } from '#shared/contract/endpoints';
import {
  at,
  entriesAt,
  findAliasedFunction,
  findFunction,
  findResources,
  listAt,
  STAGES,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';

const ANY = 'x-amazon-apigateway-any-method';
const INTEGRATION = 'x-amazon-apigateway-integration';
const RESPONSES = 'x-amazon-apigateway-gateway-responses';

const expandRoutes = (rows: readonly EndpointRow[]): EndpointRow[] =>
  rows.flatMap((row) => allPaths(row).map((path) => ({ ...row, path })));

const defineGateway = (rows: readonly EndpointRow[]) =>
  gatewayDefinition({
    title: 'test',
    rows,
    integrationUri: ({ id }) => id,
    timeoutMs: 1000,
    baseUrl: 'https://api.example.com',
  });

describe.each(STAGES)('gateway of %s', (env) => {
  const stage = stageTemplates(env);
  const { requestsPerPartnerS, load, routes: limits, firewall } = stage.config.capacity;
  const rows = expandRoutes(endpointsIn(env));
  const [api] = findResources(stage, 'AWS::ApiGateway::RestApi');
  const paths = entriesAt(api?.Properties, 'Body', 'paths');
  const routes = paths.flatMap(([path, item]) =>
    entriesAt(item)
      .filter(([method]) => method !== ANY)
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const permissions = findResources(stage, 'AWS::Lambda::Permission');
  const { domain } = stage.config;
  const baseUrl = domain === undefined ? 'https://$context.domainName/$context.stage' : `https://${domain.name}`;

  it('compresses what does not fit into one packet, from the deployment on that it is set in', () => {
    expect(at(api?.Properties, 'MinimumCompressionSize')).toBe(1400);
  });

  it('has exactly the routes of the table', () => {
    const name = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    expect(routes.map(name).sort()).toEqual(rows.map(name).sort());
  });

  it.each(rows)('sends $method $path to the function of $id alone, with permission', (row) => {
    const own = findFunction(stage, row.id);
    const route = routes.find(({ method, path }) => method === row.method && path === row.path);
    const integration = at(route?.operation, INTEGRATION);
    expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
    const uri = listAt(integration, 'uri', 'Fn::Join', 1);
    const invoked = uri.filter((part) => at(part, 'Fn::GetAtt') !== undefined);
    expect(invoked.map((part) => findAliasedFunction(stage, part)?.id)).toEqual([own?.id]);
    expect(uri.at(-1)).toBe('/invocations');

    const granted = permissions.filter(
      ({ Properties }) =>
        findAliasedFunction(stage, at(Properties, 'FunctionName'))?.id === own?.id &&
        listAt(Properties, 'SourceArn', 'Fn::Join', 1).at(-1) ===
          `/${env}/${row.method}${row.path.replaceAll(/\{\w+\}/g, '*')}`,
    );
    expect(granted).toHaveLength(1);
    expect(granted[0]?.Properties).toMatchObject({
      Principal: 'apigateway.amazonaws.com',
      Action: 'lambda:InvokeFunction',
    });
    const source = listAt(granted[0]?.Properties, 'SourceArn', 'Fn::Join', 1);
    expect(source.map(target)).toContain(api?.id);
  });

  it('permits the gateway to call nothing else', () => {
    expect(permissions).toHaveLength(rows.length);
  });

  it.each(paths)('returns every other method of %s with 405', (path, item) => {
    const allowed = rows.filter((row) => row.path === path).map((row) => row.method);
    const mock = at(item, ANY, INTEGRATION);
    expect(mock).toMatchObject({ type: 'mock', responses: { default: { statusCode: '405' } } });
    const statusTemplates = entriesAt(mock, 'requestTemplates').map(([, text]) => text);
    expect(new Set(statusTemplates)).toEqual(new Set(['{"statusCode": 405}']));
    expect(at(mock, 'responses', 'default', 'responseParameters')).toEqual({
      'method.response.header.Allow': `'${allowed.sort().join(', ')}'`,
      'method.response.header.Content-Type': "'application/json; charset=utf-8'",
      'method.response.header.x-request-id': 'context.requestId',
      'method.response.header.Cache-Control': "'no-store'",
      'method.response.header.X-Content-Type-Options': "'nosniff'",
      'method.response.header.Strict-Transport-Security': "'max-age=63072000; includeSubDomains'",
      'method.response.header.partner-ramp-version': `'${CURRENT_VERSION}'`,
    });
    const template = String(at(mock, 'responses', 'default', 'responseTemplates', 'application/json'));
    // A number sign in the text would start a directive of the template language.
    expect(JSON.parse(template.slice(template.indexOf('{"')))).toEqual({
      ...{ success: false, code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed', requestId: '$requestId' },
      docUrl: `${baseUrl}/guide/errors$anchor`,
    });
    // The gateway returns the caller's request id only in one header and the JSON body, and only if it is visible ASCII text.
    expect(template.match(/#set\(\$context[^)]*\)/g)).toEqual([
      '#set($context.responseOverride.header.x-request-id = $given)',
    ]);
    expect(template).toContain("#if($given && $given.matches('[!-~]{1,128}'))#set($context");
    // The gateway drops a header that the method does not declare.
    expect(
      entriesAt(item, ANY, 'responses', '405', 'headers')
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      ...['Allow', 'Cache-Control', 'Content-Type', 'Strict-Transport-Security', 'X-Content-Type-Options'],
      ...['partner-ramp-version', 'x-request-id'],
    ]);
  });

  it.each(paths)('declares the parameters of %s', (path, item) => {
    const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const [, operation] of entriesAt(item)) {
      expect(listAt(operation, 'parameters').map((parameter) => at(parameter, 'name'))).toEqual(expected);
    }
  });

  it.each(entriesAt(api?.Properties, 'Body', RESPONSES))('returns %s in the envelope', (_type, response) => {
    const parameters = at(response, 'responseParameters');
    expect(parameters).toMatchObject({
      'gatewayresponse.header.Content-Type': "'application/json; charset=utf-8'",
      'gatewayresponse.header.x-request-id': 'context.requestId',
      'gatewayresponse.header.Cache-Control': "'no-store'",
      'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
      'gatewayresponse.header.Strict-Transport-Security': "'max-age=63072000; includeSubDomains'",
      'gatewayresponse.header.partner-ramp-version': `'${CURRENT_VERSION}'`,
    });
    const body: unknown = JSON.parse(String(at(response, 'responseTemplates', 'application/json')));
    const reasons = reasonCatalogue().filter(({ code }) => code === at(body, 'code'));
    const named = reasons.find(({ reason }) => reason === at(body, 'reason'));
    expect(named !== undefined).toBe(reasons.length > 0);
    expect(body).toEqual({
      ...(named && { reason: named.reason }),
      ...{ success: false, code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) },
      ...{ requestId: '$context.requestId', docUrl: `${baseUrl}/guide/errors#${at(body, 'code')}` },
    });
  });

  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'NOT_FOUND', 'Route not found'],
    ['RESOURCE_NOT_FOUND', '404', 'NOT_FOUND', 'Route not found'],
    ['REQUEST_TOO_LARGE', '413', 'PAYLOAD_TOO_LARGE', 'Payload too large'],
    ['THROTTLED', '429', 'TOO_MANY_REQUESTS', 'Too many requests'],
    ['QUOTA_EXCEEDED', '429', 'TOO_MANY_REQUESTS', 'Too many requests'],
    ['WAF_FILTERED', '403', 'FORBIDDEN', 'Forbidden'],
    ['INTEGRATION_TIMEOUT', '504', 'GATEWAY_TIMEOUT', 'The service did not respond in time'],
    ['INTEGRATION_FAILURE', '502', 'INTERNAL_SERVER_ERROR', 'Internal server error'],
    ['DEFAULT_5XX', '500', 'INTERNAL_SERVER_ERROR', 'Internal server error'],
    ['DEFAULT_4XX', undefined, 'BAD_REQUEST', 'Bad request'],
  ])('returns %s with %s %s', (type, status, code, message) => {
    const response = at(api?.Properties, 'Body', RESPONSES, type);
    expect(at(response, 'statusCode')).toBe(status);
    const template = String(at(response, 'responseTemplates', 'application/json'));
    expect(JSON.parse(template)).toMatchObject({ success: false, code, message });
    expect(at(response, 'responseParameters', 'gatewayresponse.header.Retry-After')).toBe(
      status === '429' ? "'1'" : undefined,
    );
  });

  it('limits every route, and keeps a log that names no person', () => {
    const [deployed] = findResources(stage, 'AWS::ApiGateway::Stage');
    expect(deployed?.Properties).toHaveProperty('StageName', env);
    expect(listAt(deployed?.Properties, 'MethodSettings')).toContainEqual(
      expect.objectContaining({
        HttpMethod: '*',
        ResourcePath: '/*',
        ThrottlingRateLimit: limits.default,
        ThrottlingBurstLimit: 2 * limits.default,
        DataTraceEnabled: false,
      }),
    );
    const format = String(at(deployed?.Properties, 'AccessLogSetting', 'Format'));
    expect(format).toContain('$context.requestId');
    // A line of the access log contains the caller's IP address, but no other data about the caller. Only this log contains
    // requests that the gateway or the firewall refused.
    expect(format).toContain('"sourceIp":"$context.identity.sourceIp"');
    const rest = format.replace('$context.identity.sourceIp', '');
    expect(rest).not.toMatch(/identity|authorizer|requestOverride|\$context\.path|header/i);
  });

  it("keeps access logs for 30 days at most, since they hold callers' addresses", () => {
    const logs = findResources(stage, 'AWS::Logs::LogGroup', ['Api']).find(({ id }) => id.startsWith('AccessLogs'));
    const kept = Math.min(30, stage.config.logs.retentionDays);
    expect(at(logs?.Properties, 'RetentionInDays')).toBe(kept);
  });

  it('limits single routes on every path that leads to them', () => {
    const [deployed] = findResources(stage, 'AWS::ApiGateway::Stage');
    const single = listAt(deployed?.Properties, 'MethodSettings').filter(
      (setting) => at(setting, 'ResourcePath') !== '/*',
    );
    const expected = rows.flatMap(({ id, method, path }) => {
      const limit = limits.open[id];
      if (limit === undefined) return [];
      return expect.objectContaining({
        HttpMethod: method,
        // The root path is a single slash:
        // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-apigateway-stage-methodsetting.html
        ResourcePath: path === '/' ? '/' : `/${path.replaceAll('/', '~1')}`,
        ThrottlingRateLimit: limit,
        ThrottlingBurstLimit: 2 * limit,
      });
    });
    expect(single).toHaveLength(expected.length);
    expect(single).toEqual(expect.arrayContaining(expected));
    // A limit of a route that the stage does not have would have no effect.
    const here = new Set(rows.map(({ id }) => id));
    expect(Object.keys(limits.open).filter((id) => !here.has(id))).toEqual([]);
  });

  it('has limits of their own for the routes that need no partner key, and for no others', () => {
    const open = endpointsIn(env).filter(({ scope }) => scope !== 'partner');
    expect(Object.keys(limits.open).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
  });

  it('gives each partner its whole rate while all of them use one route', () => {
    expect(limits.default).toBeGreaterThanOrEqual(load.requests);
    expect(firewall.partners).toBeGreaterThanOrEqual(2 * 60 * requestsPerPartnerS);
  });

  it.each(endpointsIn(env).filter(({ scope }) => scope !== 'partner'))(
    'lets no single address use up $id for the others',
    ({ id, scope }) => {
      const perAddress = firewall[pathGroup[scope]] / 60;
      expect((limits.open[id] ?? 0) / perAddress).toBeGreaterThan(2);
    },
  );

  it('keeps rows of the sandbox out of other stages', () => {
    const foreign = endpoints.filter((row) => row.stages === 'sandbox' && env !== 'sandbox');
    expect(
      foreign.filter((row) => routes.some(({ method, path }) => method === row.method && path === row.path)),
    ).toEqual([]);
    expect(foreign.filter((row) => findFunction(stage, row.id) !== undefined)).toEqual([]);
  });
});

it('no two rows have one route, one id or one folder', () => {
  for (const key of ['id', 'folder'] as const)
    expect(new Set(endpoints.map((row) => row[key])).size).toBe(endpoints.length);
  const routes = expandRoutes(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

describe('gatewayDefinition', () => {
  const [first] = endpoints;
  const row = (id: string, path: string, stages: EndpointRow['stages'] = 'all'): EndpointRow[] =>
    first === undefined ? [] : [{ ...first, id, path, aliases: [], stages }];

  it('refuses two names for one path variable', () => {
    expect(() => defineGateway([...row('a', '/users/{userId}'), ...row('b', '/users/{id}/kyc')])).toThrow(
      '/users/{id}/kyc: /users already has the parameter {userId}',
    );
  });

  it('refuses two names in an alias too', () => {
    const [aliased] = row('b', '/persons').map((one) => ({ ...one, aliases: ['/users/{id}/kyc'] }));
    expect(() =>
      defineGateway([...row('a', '/users/{userId}'), ...(aliased === undefined ? [] : [aliased])]),
    ).toThrow();
  });

  it('accepts a fixed segment next to a variable', () => {
    expect(() => defineGateway([...row('a', '/things/{id}'), ...row('b', '/things/guide')])).not.toThrow();
  });
});
