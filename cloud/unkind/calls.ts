import type { IncomingHttpHeaders } from 'node:http';

/** Forms in which AWS's services speak: https://smithy.io/2.0/aws/protocols/index.html */
export type Protocol = 'query' | 'json' | 'rest-json' | 'rest-xml' | 's3';

/** A request as it came, with its whole body. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as it goes out. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** A request, as the service that it is for understands it. */
export interface AwsCall {
  /** As requests are signed for it: `monitoring`, `logs`. */
  readonly service: string;
  /** `Unknown` for an operation of a REST service that no table here names. */
  readonly operation: string;
  readonly protocol: Protocol;
  /** Parameters at the top level, as texts; those of a REST service are the ones of its query. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Of who calls; absent without one. */
  readonly sessionToken: string | undefined;
}

/** Operations of REST services that the tables here name, the first that fits. */
// biome-ignore format: a table reads by its rows
const routes: readonly (readonly [service: string, method: string, target: RegExp, operation: string])[] = [
  ['lambda', 'GET', /^\/2015-03-31\/functions\/?(?:\?|$)/, 'ListFunctions'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/?]+\/aliases(?:\?|$)/, 'ListAliases'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/?]+\/versions(?:\?|$)/, 'ListVersionsByFunction'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/?]+(?:\?|$)/, 'GetFunction'],
  ['lambda', 'POST', /^\/2015-03-31\/functions\/[^/?]+\/invocations/, 'Invoke'],
  ['lambda', 'GET', /^\/2015-03-31\/event-source-mappings\/?(?:\?|$)/, 'ListEventSourceMappings'],
  ['apigateway', 'GET', /^\/restapis(?:\?|$)/, 'GetRestApis'],
  ['apigateway', 'POST', /^\/restapis(?:\?|$)/, 'CreateRestApi'],
  ['apigateway', 'GET', /^\/restapis\/[^/]+\/resources(?:\?|$)/, 'GetResources'],
  ['apigateway', 'POST', /^\/restapis\/[^/]+\/deployments(?:\?|$)/, 'CreateDeployment'],
  ['scheduler', 'GET', /^\/schedules\/?(?:\?|$)/, 'ListSchedules'],
  ['route53', 'GET', /^\/2013-04-01\/hostedzone(?:\?|$)/, 'ListHostedZones'],
  ['route53', 'GET', /^\/2013-04-01\/hostedzone\/[^/]+\/rrset(?:\?|$)/, 'ListResourceRecordSets'],
  ['s3', 'GET', /^\/[^/?]+\/?\?(?:.*&)?versions(?:=|&|$)/, 'ListObjectVersions'],
  ['s3', 'GET', /^\/[^/?]+\/?\?(?:.*&)?list-type=2(?:&|$)/, 'ListObjectsV2'],
];

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  lambda: 'rest-json',
  apigateway: 'rest-json',
  scheduler: 'rest-json',
  route53: 'rest-xml',
  s3: 's3',
};

/** Recognizes the call in a request. @returns undefined for one that is not signed, which is a call of no service */
export function toCall({ method, target, headers, body }: WireRequest): AwsCall | undefined {
  const query = new URLSearchParams(target.split('?')[1] ?? '');
  const credential =
    /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ?? query.get('X-Amz-Credential') ?? undefined;
  const service = credential?.split('/')[3];
  if (service === undefined) return undefined;
  const sessionToken = single(headers['x-amz-security-token']) ?? query.get('X-Amz-Security-Token') ?? undefined;
  const jsonTarget = single(headers['x-amz-target']);
  const rest = PROTOCOLS[service];
  if (jsonTarget !== undefined) {
    const operation = jsonTarget.split('.').at(-1) ?? 'Unknown';
    return { service, operation, protocol: 'json', parameters: jsonParameters(body), sessionToken };
  }
  if (rest !== undefined) {
    const found = routes.find(([of, by, form]) => of === service && by === method && form.test(target));
    return { service, operation: found?.[3] ?? 'Unknown', protocol: rest, parameters: new Map(query), sessionToken };
  }
  const parameters = new Map(new URLSearchParams(body.toString('utf8')));
  return { service, operation: parameters.get('Action') ?? 'Unknown', protocol: 'query', parameters, sessionToken };
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function jsonParameters(body: Buffer): Map<string, string> {
  return new Map(
    Object.entries(toRecord(body)).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/** The object that a body of JSON is; empty for any other body. */
export function toRecord(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
