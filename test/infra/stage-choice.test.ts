import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, type StackStatus } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { requireCredentials } from '#infra/config/credentials';
import { requireFirstDeployment } from '#infra/config/first-deployment';
import { stageSettings } from '#infra/config/stage-settings';
import { loadStage, type StageRequest } from '#infra/config/stages';
import { providers as knownProviders } from '#shared/platform/providers/registry';
import { at } from '#test/infra/support/stage-templates';
import { temporaryFolder } from '#test/support/lifetime';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const EXAMPLE = 'infra/config/production.example.json';

/** Settings of the providers that report events, in the order of the example file. */
const reportingSettings = ['banking', 'custody', 'rates', 'bankVerification'];

const folder = temporaryFolder();

const APP = join(REPOSITORY, 'bin/app.ts');
const NO_STAGE = 'No stage given: add --context env=sandbox or --context env=production\n';

class Exit extends Error {
  constructor(readonly status: unknown) {
    super(`exit ${String(status)}`);
  }
}

describe('bin/app.ts', () => {
  it('ends with one line and status 1 as the CDK command line runs it', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', APP], {
      cwd: REPOSITORY,
      encoding: 'utf8',
      env: { ...process.env, CDK_CONTEXT_JSON: '{}', CDK_OUTDIR: join(folder, 'cdk.out') },
    });
    expect({ status, stderr, stdout }).toEqual({ status: 1, stderr: NO_STAGE, stdout: '' });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it.each([
    ['no stage', {}, NO_STAGE],
    [
      'an unknown stage',
      { env: 'moon' },
      'Unknown stage "moon": use --context env=sandbox or --context env=production\n',
    ],
    [
      'an unknown rollout',
      { env: 'sandbox', rollout: 'fast' },
      'Unknown rollout "fast": use one of all-at-once, canary-10-percent-5-minutes, linear-10-percent-every-minute, linear-10-percent-every-2-minutes\n',
    ],
    [
      'a file that is not there',
      { env: 'sandbox', config: 'infra/config/none.json' },
      'infra/config/none.json cannot be read\n',
    ],
  ])('ends so for %s', async (_case, context, line) => {
    vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify(context));
    vi.stubEnv('CDK_OUTDIR', join(folder, 'cdk.out'));
    const waiting = process.listenerCount('beforeExit');
    const written: unknown[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(text) > 0);
    vi.spyOn(process, 'exit').mockImplementation((status) => {
      throw new Exit(status);
    });
    // Each run needs a separate URL, because Node evaluates a module once.
    await expect(import(/* @vite-ignore */ `${APP}?${encodeURIComponent(line)}`)).rejects.toEqual(new Exit(1));
    expect(written).toEqual([line]);
    // A listener on `beforeExit` would synthesize into a folder that the test has already removed.
    expect(process.listenerCount('beforeExit')).toBe(waiting);
  });
});

describe('the credentials of a command', () => {
  const plugin: { init(): void } = createRequire(import.meta.url)(join(REPOSITORY, 'infra/cdk-command.cjs'));

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  /** Returns the app's check of credentials for a command. @param line command line as the user types it */
  function attempt(line: string, environment: Record<string, string> = {}): () => void {
    vi.stubEnv('CDK_COMMAND', undefined);
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', ...line.split(' ')]);
    plugin.init();
    const { CDK_COMMAND } = process.env;
    const stage = /env=(\w+)/.exec(line)?.[1];
    const CDK_CONTEXT_JSON = JSON.stringify({ env: stage });
    return () => requireCredentials({ CDK_COMMAND, CDK_DEFAULT_REGION: 'eu-west-1', CDK_CONTEXT_JSON, ...environment });
  }

  it.each([
    'cdk deploy --context env=sandbox',
    'cdk --context env=sandbox deploy',
    'cdk deploy PartnerRamp-sandbox -c env=sandbox --require-approval never',
    'cdk watch -c env=sandbox',
    'cdk destroy -c env=sandbox',
    'cdk import -c env=sandbox',
    'cdk rollback -c env=sandbox',
    'cdk bootstrap aws://111122223333/us-east-1 -c env=sandbox',
  ])('are missed by "%s" at once', (line) => {
    expect(attempt(line)).toThrow(
      'AWS accepts no credentials of this shell in eu-west-1: set AWS_PROFILE or run `aws sso login`, then `npm run preflight -- --env sandbox`',
    );
    expect(attempt(line, { CDK_DEFAULT_ACCOUNT: '111122223333' })).not.toThrow();
  });

  it.each([
    'cdk synth -c env=sandbox',
    'cdk synthesize -c env=sandbox',
    'cdk synth deploy -c env=sandbox',
    'cdk diff -c env=sandbox',
    'cdk ls -c env=sandbox',
    'cdk list -c env=sandbox',
    'cdk -c env=sandbox',
    'cdk deploy',
  ])('are not asked for by "%s"', (line) => {
    expect(attempt(line)).not.toThrow();
  });

  it('are not asked for where the app runs by itself', () => {
    expect(() => requireCredentials({})).not.toThrow();
  });
});

describe('--context first=true', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const deploy = { CDK_COMMAND: 'deploy', CDK_DEFAULT_REGION: 'eu-west-1' };
  const attempt = (environment = deploy) => requireFirstDeployment('PartnerRamp-production', environment);
  const inStatus = (StackStatus: StackStatus) =>
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves({ Stacks: [{ StackName: 'PartnerRamp-production', CreationTime: new Date(0), StackStatus }] });

  it.each<StackStatus>([
    'CREATE_COMPLETE',
    'UPDATE_COMPLETE',
    'UPDATE_ROLLBACK_COMPLETE',
    'UPDATE_ROLLBACK_FAILED',
    'ROLLBACK_FAILED',
    'UPDATE_IN_PROGRESS',
  ])('is refused for a stage in %s', async (status) => {
    inStatus(status);
    await expect(attempt()).rejects.toThrow(
      `PartnerRamp-production is deployed (${status}): "--context first=true" would remove the protection of its data.`,
    );
  });

  it.each<StackStatus>(['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'])('is accepted after %s', async (status) => {
    inStatus(status);
    await expect(attempt()).resolves.toBeUndefined();
  });

  it('is accepted without a stack, and not if the stack cannot be read', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('Stack with id PartnerRamp-production does not exist'));
    await expect(attempt()).resolves.toBeUndefined();
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('Rate exceeded'));
    await expect(attempt()).rejects.toThrow('Rate exceeded');
  });

  it('calls nothing for a synthesis', async () => {
    cloudFormation.reset();
    await attempt({ ...deploy, CDK_COMMAND: 'synth' });
    expect(cloudFormation.calls()).toHaveLength(0);
  });
});

describe('loadStage', () => {
  const file = (content: string): string => {
    const path = join(folder, 'stage.json');
    writeFileSync(path, content);
    return path;
  };
  const sandbox = loadStage({ env: 'sandbox' });
  const settings = (changes: Record<string, unknown>): string => {
    const { name: _name, ...shipped } = sandbox;
    return file(JSON.stringify({ ...shipped, ...changes }));
  };

  const domain = {
    name: 'api.example.org',
    certificateArn: 'arn:aws:acm:eu-west-1:444455556666:certificate/11111111-1111-4111-8111-111111111111',
  };
  const verification = {
    url: 'https://verification.example.org/v1',
    secretArn: 'arn:aws:secretsmanager:eu-west-1:444455556666:secret:verification-AbCdEf',
  };
  const { url, secretArn } = verification;
  const providers = {
    ...Object.fromEntries(knownProviders.map(({ setting }) => [setting, { url, secretArn }])),
    rates: { url, secretArn, maxAgeS: 30 },
    events: Object.fromEntries(
      reportingSettings.map((name) => [name, { secretArn: secretArn.replace('verification', `events-${name}`) }]),
    ),
  };
  /** Settings that production requires and the sandbox does not. */
  const needs = {
    providers,
    alarms: { topicArn: 'arn:aws:sns:eu-west-1:444455556666:alarms' },
    signedRecordsLockedDays: 1827,
  };

  it('reads the shipped sandbox', () => {
    expect(sandbox).toMatchObject({
      name: 'sandbox',
      webhookDelaysS: [0, 60, 300, 600, 900],
      protectData: false,
    });
  });

  it('protects the data of the shipped production example', () => {
    const example = loadStage({ env: 'production', configPath: EXAMPLE });
    expect(example).toMatchObject({ name: 'production', protectData: true });
  });

  it('finds every setting in the production example', () => {
    const example: unknown = JSON.parse(readFileSync(join(REPOSITORY, EXAMPLE), 'utf8'));
    const known = settingPaths(stageSettings);
    expect(known).toEqual(expect.arrayContaining(['account', 'domain.hostedZone.id', 'providers.rates.maxAgeS']));
    // The example omits some settings. For example, a stage needs `restoredTable` only after a restore of its table.
    const absent = known.filter((path) => at(example, ...path.split('.')) === undefined);
    const each = (setting: string, ...names: readonly string[]) => names.map((name) => `${setting}.${name}`);
    expect(absent).toEqual([
      // Settings of an organization (docs/adr/002).
      ...['kind', 'tags', 'permissionsBoundaryArn', 'bootstrap.qualifier', 'bootstrap.stackName'],
      // The default capacity is the capacity of production.
      ...each('capacity', 'requestsPerPartnerS'),
      ...each('capacity.load', 'requests', 'providerReports', 'events', 'steps', 'keyCalls'),
      ...each('capacity', 'routes.default', 'routes.open'),
      ...each('capacity.firewall', 'people', 'providers', 'partners'),
      ...each('capacity', 'table.read', 'table.write', 'index.read', 'index.write'),
      ...each('capacity.queueReaders', 'firstAttempts', 'retries', 'steps', 'webhookDeadLetters'),
      ...each('capacity', 'changesReader.batchSize', 'changesReader.windowS', 'reserved'),
      // The example contains no block explorers.
      ...['explorers.POL', 'explorers.SOL', 'explorers.ETH', 'explorers.BSC'],
      ...['restoredTable.name', 'restoredTable.streamArn', 'providers.proofs.url', 'providers.proofs.secretArn'],
      // Optional settings: client certificates, fixed IP addresses and backups.
      ...each('domain.mutualTls', 'name', 'certificateArn'),
      ...each('domain.mutualTls.truststore', 'bucket', 'key', 'version'),
      ...['current', 'announced'].flatMap((list) => each(`egress.${list}`, 'addresses', 'from')),
      ...each('backups', 'keptDays', 'lockIsFinalAfterDays', 'copies'),
    ]);
  });

  it.each([
    [undefined, undefined],
    ['false', undefined],
    ['true', true],
    [true, true],
  ])('with --context frozen=%s it is frozen: %s', (frozen, expected) => {
    expect(loadStage({ env: 'sandbox', frozen }).frozen).toBe(expected);
  });

  it('tells that a deployment leaves the stage frozen, and refuses any other word', () => {
    const notices: string[] = [];
    loadStage({ env: 'sandbox', frozen: 'true', notice: (line) => notices.push(line) });
    expect(notices).toEqual([expect.stringContaining('sandbox remains frozen after this deployment')]);
    expect(() => loadStage({ env: 'sandbox', frozen: 'yes' })).toThrow('--context frozen must be true or false');
  });

  it('does not protect the data of a first deployment, and says so', () => {
    const notices: string[] = [];
    const request = { env: 'production', configPath: settings({ ...needs, protectData: true }) };
    const notice = (line: string) => void notices.push(line);
    expect(loadStage({ ...request, first: 'true', notice }).protectData).toBe(false);
    expect(notices).toEqual([expect.stringContaining('deploy again without "--context first=true"')]);
    expect(loadStage({ ...request, first: 'false' }).protectData).toBe(true);
    expect(() => loadStage({ ...request, first: 'yes' })).toThrow('--context first must be true or false, not "yes"');
  });

  it('prefers the file that the deployer names', () => {
    const configPath = settings({ ...needs, quoteTtlS: 90, region: 'eu-west-1' });
    expect(loadStage({ env: 'production', configPath })).toMatchObject({
      name: 'production',
      quoteTtlS: 90,
      region: 'eu-west-1',
    });
  });

  it.each([[{ env: ['sandbox'] }], [{ env: true }], [{ env: 'Sandbox' }]])('refuses %j', (request) => {
    expect(() => loadStage(request)).toThrow(/^Unknown stage/);
  });

  it.each([
    [{ colour: 'red' }, /the file: Unrecognized key: "colour"/],
    [{ restoredTable: { name: 'ramp' } }, /restoredTable\.streamArn: /],
    [
      { restoredTable: { name: 'ramp', streamArn: 'arn:aws:dynamodb:eu-west-1:444455556666:table/ramp' } },
      /restoredTable\.streamArn: must be the ARN of a stream/,
    ],
    [
      {
        restoredTable: {
          name: 'ramp',
          streamArn: 'arn:aws:dynamodb:eu-west-1:444455556666:table/other/stream/2026-11-22T09:00:00.000',
        },
      },
      /restoredTable\.streamArn: must be the stream of the restored table/,
    ],
    [{ logs: { level: 'loud' } }, /logs\.level: /],
    [{ webhookDelaysS: [0, 60] }, /webhookDelaysS: /],
    [{ webhookDelaysS: [0, 60, 300, 600, 901] }, /webhookDelaysS\.4: /],
    [{ rollout: 'slowly' }, /rollout: /],
    [{ rollout: undefined }, /rollout: /],
    [{ capacity: { requestsPerPartnerS: 0 } }, /capacity\.requestsPerPartnerS: /],
    [{ capacity: { table: { read: 12_000 } } }, /capacity\.table\.write: /],
    [{ capacity: { reserved: { publishEvent: 10 } } }, /capacity\.reserved\.publishEvent: is not a worker/],
    [
      { capacity: { routes: { default: 600, open: { getPages: 1 } } } },
      /capacity\.routes\.open\.getPage: requires a limit.*getPages: is not a route without a partner key/,
    ],
    [
      { capacity: { requestsPerPartnerS: 1000 } },
      /capacity\.routes\.default: is below.*capacity\.firewall\.partners: must be at least/,
    ],
    [{ throttling: { default: { requestsPerS: 1, burst: 1 } } }, /Unrecognized key: "throttling"/],
    [{ domain: { ...domain, name: 'localhost' } }, /domain\.name: must be a host name/],
    [{ domain: { ...domain, name: 'https://api.example.org' } }, /domain\.name: must be a host name/],
    [{ domain: { ...domain, certificateArn: 'arn:aws:acm:x' } }, /domain\.certificateArn: must be the ARN/],
    [{ domain: { ...domain, hostedZone: { id: 'example.org', name: 'x' } } }, /domain\.hostedZone\.id: /],
    [{ account: '12' }, /account: must have twelve digits/],
    [
      { alarms: { topicArn: 'arn:aws:sqs:eu-west-1:444455556666:alarms' } },
      /alarms\.topicArn: must be the ARN of a topic/,
    ],
    [{ alarms: { ticketTopicArn: 'tickets' } }, /alarms\.ticketTopicArn: must be the ARN of a topic/],
    [{ alarms: { runbookUrl: 'http://runbooks.example.org' } }, /alarms\.runbookUrl: must be an https URL/],
    [{ alarms: { runbookUrl: 'https://runbooks.example.org/#one' } }, /alarms\.runbookUrl: must not contain a section/],
    [{ memoryMb: { endpoint: 512, functions: { createUsers: 256 } } }, /memoryMb\.functions\.createUsers: /],
  ])('names the error in %j', (changes, message) => {
    const configPath = settings(changes);
    expect(() => loadStage({ env: 'sandbox', configPath })).toThrow(message);
  });

  it('takes another rollout for one deployment from the command line, and says so', () => {
    const lines: string[] = [];
    const config = loadStage({
      env: 'production',
      configPath: EXAMPLE,
      rollout: 'all-at-once',
      notice: (line) => lines.push(line),
    });
    const { rollout, ...usual } = loadStage({ env: 'production', configPath: EXAMPLE });
    expect(config).toEqual({ ...usual, rollout: 'all-at-once' });
    expect(rollout).not.toBe('all-at-once');
    expect(lines).toContainEqual(
      expect.stringMatching(/uses the rollout all-at-once\. The setting of the stage is linear-/),
    );
  });

  it.each(['fast', '', 7])('refuses the rollout %j and names those there are', (rollout) => {
    expect(() => loadStage({ env: 'sandbox', rollout })).toThrow(
      /^Unknown rollout .*: use one of all-at-once, canary-/,
    );
  });

  const all = Object.keys(providers);
  const needed = all.filter((part) => part !== 'proofs');

  it.each([undefined, {}])('refuses production with the providers %j', (none) => {
    const configPath = settings({ ...needs, providers: none });
    const sentence = needed.map((part) => `providers.${part}: required in production`).join('; ');
    expect(() => loadStage({ env: 'production', configPath })).toThrow(`stage.json: ${sentence}`);
    expect(loadStage({ env: 'sandbox', configPath }).name).toBe('sandbox');
  });

  it.each(needed)('refuses production without %s, and says so', (part) => {
    const configPath = settings({ ...needs, providers: { ...providers, [part]: undefined } });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(
      new RegExp(`: providers\\.${part}: required in production$`),
    );
  });

  it('refuses a provider that reports without its own secret, and says which', () => {
    const events = { ...providers.events, rates: undefined };
    expect(() =>
      loadStage({
        env: 'production',
        configPath: settings({ ...needs, providers: { ...providers, events } }),
      }),
    ).toThrow(/stage\.json: providers\.events\.rates: required in production$/);
    const shared = { ...providers.events, rates: providers.events.banking };
    for (const env of ['production', 'sandbox'] as const) {
      const asked =
        env === 'production'
          ? { ...needs, providers: { ...providers, events: shared } }
          : { providers: { events: shared } };
      expect(() => loadStage({ env, configPath: settings(asked) })).toThrow(
        /stage\.json: providers\.events\.rates\.secretArn: must differ from the secret of banking$/,
      );
    }
  });

  it.each([
    ['alarms', '.topicArn: required in production, to notify operators'],
    ['signedRecordsLockedDays', ': required in production, otherwise signed declarations could be deleted'],
  ])('refuses production without %s, and says so', (setting, reason) => {
    const configPath = settings({ ...needs, [setting]: undefined });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(`stage.json: ${setting}${reason}`);
  });

  it('lets production have no provider of proofs', () => {
    const configPath = settings({ ...needs, providers: { ...providers, proofs: undefined } });
    expect(loadStage({ env: 'production', configPath }).providers).not.toHaveProperty('proofs');
  });

  it.each(all.filter((part) => part !== 'events'))('refuses %s in the sandbox, and says why', (part) => {
    const configPath = settings({ providers: { ...providers, [part]: undefined } });
    const others = all.filter((other) => other !== part && other !== 'events');
    const sentence = (name: string) => `providers.${name}: not allowed, because the sandbox simulates this provider`;
    expect(() => loadStage({ env: 'sandbox', configPath })).toThrow(`stage.json: ${others.map(sentence).join('; ')}`);
    const single = settings({
      providers: Object.fromEntries(Object.entries(providers).filter(([one]) => one === part)),
    });
    expect(() => loadStage({ env: 'sandbox', configPath: single })).toThrow(`stage.json: ${sentence(part)}`);
  });

  it('accepts reports of providers in the sandbox too', () => {
    const configPath = settings({ providers: { events: { banking: { secretArn } } } });
    expect(loadStage({ env: 'sandbox', configPath }).providers).toEqual({
      events: { banking: { secretArn } },
    });
  });

  it.each([0, 301, 1.5, '30', undefined])('refuses rates with a lifetime of %j s', (maxAgeS) => {
    const configPath = settings({
      ...needs,
      providers: { ...providers, rates: { url, secretArn, maxAgeS } },
    });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(/providers\.rates\.maxAgeS: /);
  });

  it.each([
    [{ ...verification, url: 'http://verification.example.org' }, /providers\.verification\.url: /],
    [{ ...verification, url: 'verification' }, /providers\.verification\.url: /],
    [{ ...verification, secretArn: verification.secretArn.replace(/-\w+$/, '') }, /secretArn: must be the ARN/],
    [{ ...verification, secretArn: `${verification.secretArn}*` }, /secretArn: must be the ARN/],
    [{ ...verification, apiKey: 'in the settings' }, /providers\.verification: Unrecognized key/],
  ])('names what is wrong with the provider %j', (wrong, message) => {
    const configPath = settings({ providers: { verification: wrong } });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(message);
  });

  it('says which file is not JSON', () => {
    const configPath = file('{');
    expect(() => loadStage({ env: 'sandbox', configPath })).toThrow(/stage\.json is not JSON$/);
  });

  const readNotices = (request: Pick<StageRequest, 'configPath'>): string => {
    const lines: string[] = [];
    loadStage({ env: 'production', ...request, notice: (line) => lines.push(line) });
    return lines.join('\n');
  };

  it('warns that the example must not be deployed, and which settings are why', () => {
    expect(readNotices({ configPath: EXAMPLE })).toBe(
      [
        'WARNING: infra/config/production.example.json contains placeholders and must not be deployed:',
        'account,',
        ...needed.map((part) =>
          part === 'events'
            ? reportingSettings.map((name) => `providers.events.${name}.secretArn,`).join(' ')
            : `providers.${part}.url, providers.${part}.secretArn,`,
        ),
        'domain.name, domain.certificateArn, domain.hostedZone.id, domain.hostedZone.name,',
        'alarms.topicArn, alarms.ticketTopicArn, alarms.runbookUrl. The CDK refuses a deployment to account 111122223333 with credentials of another account.',
      ].join(' '),
    );
    expect(readNotices({ configPath: settings(needs) })).toBe('');
  });

  // If the deployer has a settings file, the app does not use the example.
  it.skipIf(existsSync(join(REPOSITORY, 'infra/config/production.json')))(
    'says so too when it falls back to the example (skipped: this machine has an infra/config/production.json)',
    () => {
      expect(readNotices({})).toMatch(
        /^production: infra\/config\/production\.json is absent, so .*example\.json is used\nWARNING: /,
      );
    },
  );

  it.each([undefined, '444455556666'])('refuses values that are left from the example, with account %s', (account) => {
    const hostedZone = { id: 'Z0000000EXAMPLE', name: 'example.org' };
    const configPath = settings({ ...needs, account, domain: { ...domain, hostedZone } });
    expect(() => loadStage({ env: 'production', configPath })).toThrow(
      /stage\.json: domain\.hostedZone\.id: still contains the placeholder of the example$/,
    );
  });
});

/** Returns the paths of all settings. A record counts as one setting, because the deployer chooses its keys. */
function settingPaths(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodOptional) return settingPaths(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject)) return [path.join('.')];
  return Object.entries(schema.shape).flatMap(([key, inner]) => settingPaths(inner, [...path, key]));
}
