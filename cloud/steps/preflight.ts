import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { pageOf, whenVisible } from '#cloud/aws/aws-caller';
import { type QuotasServer, startQuotas } from '#cloud/emulator/quotas';
import type { Rehearsal } from '#cloud/plan/context';
import { readStack } from '#cloud/preflight/account-reads';
import { arnsOf, type Check, type Finding, type PreflightContext } from '#cloud/preflight/check';
import { accountQuotas } from '#cloud/preflight/checks/quotas';
import { checks, preflight, runChecks } from '#cloud/preflight/preflight';
import { check, waitFor } from '#cloud/steps/checks';
import { loadStage } from '#infra/config/stages';

/** Asks the account for what the deployments of the rehearsal would fail by, before anything is made in it. */
export async function askAccount(rehearsal: Rehearsal): Promise<string> {
  return await ask(
    rehearsal,
    checks.filter((one) => one !== accountQuotas),
  );
}

/** Compares the account's quotas with what the stage promises to hold. A stage deploys with less; its load fails. */
export async function checkQuotas(rehearsal: Rehearsal): Promise<string> {
  return await ask(rehearsal, [accountQuotas]);
}

/** The things to do about a finding. A rehearsal sends the load that the stage promises, so what that load needs is a fault too. */
const toDo = ({ todo, later }: Finding): string => [todo, later].filter((one) => one !== undefined).join('; ');

/** @throws CheckFailed with every fault, and what to do about it */
async function ask(rehearsal: Rehearsal, chosen: readonly Check[]): Promise<string> {
  rehearsal.writeSettings();
  const { cloud, place } = rehearsal;
  const context: PreflightContext = {
    aws: cloud.aws,
    config: loadStage({ env: place.run.stage, configPath: rehearsal.settingsFile(true) }),
    account: place.account,
    region: place.region,
    makes: new Set(['bootstrap', 'topics']),
  };
  const results = await runChecks(context, chosen);
  const faults = results.filter((result) => toDo(result) !== '');
  check(faults.length === 0, faults.map((fault) => `${fault.id}: ${fault.found}; do: ${toDo(fault)}`).join('\n'));
  return results.map(({ id, found }) => `${id}: ${found}`).join('; ');
}

const settings = z.looseObject({
  domain: z.looseObject({}),
  logs: z.looseObject({}),
  providers: z.unknown(),
});
type Settings = z.infer<typeof settings>;

function readSettings(rehearsal: Rehearsal): Settings {
  return settings.parse(JSON.parse(readFileSync(rehearsal.settingsFile(), 'utf8')));
}

/** @throws CheckFailed where the preflight finds something else than these faults */
async function expectFaults(rehearsal: Rehearsal, quotas: QuotasServer, expected: readonly string[]): Promise<void> {
  const configPath = rehearsal.settingsFile();
  const environment = { ...rehearsal.cloud.environment, AWS_ENDPOINT_URL_SERVICE_QUOTAS: quotas.url };
  const results = await preflight({ env: 'production', configPath }, environment);
  const faults = results.filter(({ todo }) => todo !== undefined);
  const text = faults.map(({ id, found, todo }) => `${id}: ${found} (${todo})`).join('; ');
  check(
    faults.map(({ id }) => id).join() === expected.join(),
    `the preflight finds ${text || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`,
  );
}

/** Asks before anything is made: the missing bootstrap is the only fault. */
export async function preflightBeforeBootstrap(rehearsal: Rehearsal): Promise<string> {
  await subscribe(rehearsal);
  return await withQuotas(async (quotas) => {
    await expectFaults(rehearsal, quotas, ['bootstrap']);
    return 'the missing bootstrap is found, and nothing else';
  });
}

async function withQuotas<T>(work: (quotas: QuotasServer) => Promise<T>): Promise<T> {
  const quotas = await startQuotas();
  try {
    return await work(quotas);
  } finally {
    await quotas.stop();
  }
}

const created = z.object({ QueueUrl: z.string() });

/** Gives every topic of alarms a reader. */
async function subscribe(rehearsal: Rehearsal): Promise<void> {
  const { aws } = rehearsal.cloud;
  const QueueName = 'readers-of-alarms';
  await aws.call('sqs CreateQueue', { QueueName }, created);
  for (const { arn: TopicArn } of arnsOf(readSettings(rehearsal), 'sns')) {
    const Endpoint = TopicArn.replace(':sns:', ':sqs:').replace(/[^:]+$/, QueueName);
    await aws.send('sns Subscribe', { TopicArn, Protocol: 'sqs', Endpoint });
  }
}

/** A fault, how to plant it, and how to take it out again. */
interface Planted {
  /** The check that has to find it. */
  readonly id: string;
  plant(): Promise<() => Promise<void>>;
}

/** Faults that can be planted before the stage is there. */
function plantable(rehearsal: Rehearsal, quotas: QuotasServer): readonly Planted[] {
  const { aws } = rehearsal.cloud;
  const original = readFileSync(rehearsal.settingsFile(), 'utf8');
  const inSettings = async (change: (own: Settings) => object) => {
    const own = settings.parse(JSON.parse(original));
    writeFileSync(rehearsal.settingsFile(), JSON.stringify({ ...own, ...change(own) }));
    return async () => writeFileSync(rehearsal.settingsFile(), original);
  };
  return [
    { id: 'settings', plant: () => inSettings(({ domain }) => ({ domain: { ...domain, name: 'api.example.com' } })) },
    { id: 'concurrency', plant: () => reserve(rehearsal) },
    {
      id: 'quotas',
      plant: async () => {
        quotas.set('PutEvents', 100);
        return async () => quotas.set('PutEvents', 10_000);
      },
    },
    { id: 'gateway-log-role', plant: () => inSettings(({ logs }) => ({ logs: { ...logs, setsGatewayRole: false } })) },
    {
      id: 'certificate',
      plant: async () => {
        const { CertificateArn } = await aws.call(
          'acm RequestCertificate',
          { DomainName: 'www.else.test' },
          z.object({ CertificateArn: z.string() }),
        );
        return await inSettings(({ domain }) => ({ domain: { ...domain, certificateArn: CertificateArn } }));
      },
    },
    { id: 'secrets', plant: () => replaceSecret(rehearsal) },
    { id: 'alarm-topics', plant: () => unsubscribe(rehearsal) },
  ];
}

/** Lets another function of the account reserve nearly everything. */
async function reserve({ cloud: { aws } }: Rehearsal): Promise<() => Promise<void>> {
  const name = 'another-service';
  const Properties = {
    FunctionName: name,
    Role: `arn:aws:iam::000000000000:role/${name}`,
    Code: { ZipFile: 'exports.handler = async () => {};' },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
  };
  const TemplateBody = JSON.stringify({ Resources: { Greedy: { Type: 'AWS::Lambda::Function', Properties } } });
  await aws.send('cloudformation CreateStack', { StackName: name, TemplateBody });
  await waitFor('the function of another service', 30, async () => {
    return (await readStack({ aws }, name))?.status === 'CREATE_COMPLETE' ? true : undefined;
  });
  // The emulator ignores reservations of templates: this one is given by a call.
  const parameters = { FunctionName: name, ReservedConcurrentExecutions: 880 };
  await whenVisible(() => aws.send('lambda PutFunctionConcurrency', parameters));
  return async () => {
    await aws.send('lambda DeleteFunctionConcurrency', { FunctionName: name });
    await aws.send('cloudformation DeleteStack', { StackName: name });
  };
}

/** Stores a secret of another form. */
async function replaceSecret(rehearsal: Rehearsal): Promise<() => Promise<void>> {
  const { aws } = rehearsal.cloud;
  const [secret] = arnsOf(readSettings(rehearsal).providers, 'secretsmanager');
  check(secret !== undefined, 'the settings have no secret');
  const SecretId = secret.arn;
  const { SecretString } = await aws.call(
    'secretsmanager GetSecretValue',
    { SecretId },
    z.object({ SecretString: z.string() }),
  );
  const put = (text: string) => aws.send('secretsmanager PutSecretValue', { SecretId, SecretString: text });
  await put('{"key": "of another form"}');
  return () => put(SecretString);
}

/** Takes the reader from a topic. */
async function unsubscribe(rehearsal: Rehearsal): Promise<() => Promise<void>> {
  const { aws } = rehearsal.cloud;
  const [topic] = arnsOf(readSettings(rehearsal), 'sns');
  check(topic !== undefined, 'the settings have no topic');
  const all = await aws.list(
    'sns ListSubscriptionsByTopic',
    { TopicArn: topic.arn },
    pageOf('Subscriptions', z.object({ SubscriptionArn: z.string() })),
  );
  for (const { SubscriptionArn } of all) await aws.send('sns Unsubscribe', { SubscriptionArn });
  return () => subscribe(rehearsal);
}

/** Plants faults, one by one: the preflight finds each, nothing else with it, and nothing before and after. */
export async function findPlantedFaults(rehearsal: Rehearsal): Promise<string> {
  return await withQuotas(async (quotas) => {
    await expectFaults(rehearsal, quotas, []);
    const all = plantable(rehearsal, quotas);
    for (const { id, plant } of all) {
      const takeOut = await plant();
      await expectFaults(rehearsal, quotas, [id]).finally(takeOut);
    }
    await expectFaults(rehearsal, quotas, []);
    return `nothing, then each of ${all.length} that were planted: ${all.map(({ id }) => id).join(', ')}`;
  });
}
