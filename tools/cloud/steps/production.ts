import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { FILE_PATH, startProviders } from '#cloud/emulator/providers';
import { type Trial, verifiedUser } from '#cloud/plan/trial';
import { check, expectStatus } from '#cloud/steps/checks';
import { synthesize } from '#cloud/steps/deployment';
import { startKyc } from '#functions/kyc/docs';

const EXAMPLE = 'production.example.json';

const settings = z.looseObject({
  providers: z.looseObject({ events: z.record(z.string(), z.looseObject({})) }).catchall(z.looseObject({})),
});

/** API key for requests to the fake providers. */
const PROVIDER_KEY = 'key-of-an-emulated-provider';
const CALLBACK_SECRET = `whsec_${Buffer.from('signs what providers report, here').toString('base64')}`;

/**
 * Creates the AWS resources that the settings of `production` refer to.
 * @returns settings that replace the placeholders in production.example.json
 */
async function createReferences({ cloud: { aws, account, region } }: Trial, providersUrl: string) {
  const secret = async (name: string) => {
    const SecretString = JSON.stringify({ apiKey: PROVIDER_KEY, callbackSecrets: [CALLBACK_SECRET] });
    return (await aws.secrets.createSecret({ Name: `partner-ramp/${name}`, SecretString })).ARN;
  };
  const DomainName = 'api.partner-ramp.test';
  const { CertificateArn } = await aws.acm.requestCertificate({ DomainName });
  const zone = { Name: 'partner-ramp.test', CallerReference: 'verify' };
  const { HostedZone } = await aws.route53.createHostedZone(zone);
  const { TopicArn } = await aws.sns.createTopic({ Name: 'partner-ramp-alarms' });
  const QueueName = 'readers-of-alarms';
  await aws.sqs.createQueue({ QueueName });
  const Endpoint = `arn:aws:sqs:${region}:${account}:${QueueName}`;
  await aws.sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint });

  const file = resolve(import.meta.dirname, '../../../infra/config', EXAMPLE);
  const { events, ...called } = settings.parse(JSON.parse(readFileSync(file, 'utf8'))).providers;
  const providers: Record<string, unknown> = {};
  for (const [name, own] of Object.entries(called))
    providers[name] = { ...own, url: providersUrl, secretArn: await secret(name) };
  const reports: Record<string, unknown> = {};
  for (const name of Object.keys(events)) reports[name] = { secretArn: await secret(`events-${name}`) };
  return {
    // The emulator does not support CodeDeploy.
    rollout: 'all-at-once',
    alarms: { topicArn: TopicArn, ticketTopicArn: TopicArn, runbookUrl: `https://${DomainName}/runbook` },
    domain: {
      name: DomainName,
      certificateArn: CertificateArn,
      hostedZone: { id: HostedZone?.Id?.replace('/hostedzone/', ''), name: zone.Name },
    },
    providers: { ...providers, events: reports },
  };
}

/** Starts fake providers on loopback, writes the settings of `production`, and synthesizes the templates of this stage. */
export async function writeProductionSettings(trial: Trial): Promise<string> {
  const { emulator } = trial.cloud;
  check(emulator !== undefined, 'providers need the certificate of the emulator');
  trial.providers = await startProviders(emulator.certificate);
  const { url } = trial.providers;
  trial.writeSettings('production', EXAMPLE, await createReferences(trial, url));
  await Promise.all([synthesize(trial, 'production', 'unprotected'), synthesize(trial, 'production', 'first')]);
  return `providers at ${url}`;
}

const submission = z.looseObject({ identity: z.looseObject({}), documents: z.array(z.looseObject({})) });
const quoted = z.object({ data: z.object({ targetAmount: z.number() }) });

/** A provider verifies a person, and a quote uses a provider's rate. */
export async function callProviders(trial: Trial): Promise<string> {
  const { url = '', calls = [] } = trial.providers ?? {};
  const partner = await trial.newPartner('production', 'Acme');
  const file = `${url}${FILE_PATH}`;
  // The example of `startKyc` in the API documentation, with file URLs at the fake provider.
  const { identity, documents, ...person } = submission.parse(startKyc.example.body);
  await verifiedUser(partner, {
    ...person,
    identity: { ...identity, frontIdUrl: file, backIdUrl: file },
    selfieUrl: file,
    documents: documents.map((document) => ({ ...document, fileUrl: file })),
  });
  const order = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 };
  const quote = quoted.parse(expectStatus(await partner.post('/cross-ramp/quotes', order), 200, 201).body);
  check(quote.data.targetAmount > 0, 'the quote has no amount');
  for (const path of ['/verifications', '/rates/'])
    check(
      calls.some((call) => call.path.startsWith(path) && call.authorization === `Bearer ${PROVIDER_KEY}`),
      `no request to ${path} contains the provider's key`,
    );
  return `${calls.length} requests with the key of the secret; a person verified, ${quote.data.targetAmount} USD quoted`;
}
