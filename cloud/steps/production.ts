import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { EMULATED_ACCOUNT, EMULATED_REGION } from '#cloud/emulator/emulator';
import { FILE_PATH, type Providers, startProviders } from '#cloud/emulator/providers';
import { Left, type Rehearsal } from '#cloud/plan/context';
import type { Cloud } from '#cloud/plan/target';
import { newPartner } from '#cloud/plan/target';
import { check, expectStatus } from '#cloud/steps/checks';
import { verifiedUser } from '#cloud/steps/transactions';
import { docs } from '#functions/kyc/start/docs';

const EXAMPLE = resolve(import.meta.dirname, '../../infra/config/production.example.json');

const settings = z.looseObject({
  domain: z.looseObject({}),
  providers: z.looseObject({ events: z.record(z.string(), z.looseObject({})) }).catchall(z.looseObject({})),
});

/** Key with which providers are called here. */
const PROVIDER_KEY = 'key-of-an-emulated-provider';
const CALLBACK_SECRET = `whsec_${Buffer.from('signs what providers report, here').toString('base64')}`;

/**
 * Makes what production's settings refer to, and puts it in the place of the example's placeholders.
 * @param providersUrl where all providers answer
 * @returns the settings file's text
 */
async function productionSettings({ aws }: Cloud, providersUrl: string): Promise<string> {
  const secret = async (name: string) => {
    const SecretString = JSON.stringify({ apiKey: PROVIDER_KEY, callbackSecrets: [CALLBACK_SECRET] });
    return (
      await aws.call(
        'secretsmanager CreateSecret',
        { Name: `partner-ramp/${name}`, SecretString },
        z.object({ ARN: z.string() }),
      )
    ).ARN;
  };
  const DomainName = 'api.partner-ramp.test';
  const certificate = await aws.call(
    'acm RequestCertificate',
    { DomainName },
    z.object({ CertificateArn: z.string() }),
  );
  const zone = await aws.call(
    'route53 CreateHostedZone',
    { Name: 'partner-ramp.test', CallerReference: 'verify' },
    z.object({ HostedZone: z.object({ Id: z.string() }) }),
  );
  const topic = await aws.call('sns CreateTopic', { Name: 'partner-ramp-alarms' }, z.object({ TopicArn: z.string() }));
  const example = settings.parse(JSON.parse(readFileSync(EXAMPLE, 'utf8')));
  const { events, ...called } = example.providers;
  const providers: Record<string, unknown> = {};
  for (const [name, own] of Object.entries(called))
    providers[name] = { ...own, url: providersUrl, secretArn: await secret(name) };
  const reports: Record<string, unknown> = {};
  for (const name of Object.keys(events)) reports[name] = { secretArn: await secret(`events-${name}`) };
  return JSON.stringify({
    ...example,
    account: EMULATED_ACCOUNT,
    region: EMULATED_REGION,
    // The emulator has no CodeDeploy.
    rollout: 'all-at-once',
    alarms: {
      topicArn: topic.TopicArn,
      ticketTopicArn: topic.TopicArn,
      runbookUrl: `https://${DomainName}/runbook`,
    },
    domain: {
      name: DomainName,
      certificateArn: certificate.CertificateArn,
      hostedZone: { id: zone.HostedZone.Id.replace('/hostedzone/', ''), name: 'partner-ramp.test' },
    },
    providers: { ...providers, events: reports },
  });
}

const providersOf = new Left<Providers>();

/** Starts the providers, and writes production's settings with all that these refer to. */
export async function writeProductionSettings(rehearsal: Rehearsal): Promise<string> {
  const { certificate } = rehearsal.place;
  check(certificate !== undefined, 'providers need a certificate');
  const providers = await startProviders(certificate);
  rehearsal.atEnd(() => providers.stop());
  providersOf.leave(rehearsal, providers);
  writeFileSync(rehearsal.settingsFile(), await productionSettings(rehearsal.cloud, providers.url));
  return `providers at ${providers.url}`;
}

const submission = z.looseObject({ identity: z.looseObject({}), documents: z.array(z.looseObject({})) });
const quoted = z.object({ data: z.object({ targetAmount: z.number() }) });

/** A person is verified by the provider, and a price is made from the provider's rate. */
export async function reachProviders(rehearsal: Rehearsal): Promise<string> {
  const { url, calls } = providersOf.of(rehearsal);
  const partner = await newPartner(await rehearsal.target(), 'Acme');
  const file = `${url}${FILE_PATH}`;
  // The documented submission with every file where the providers are.
  const { identity, documents, ...person } = submission.parse(docs.example.body);
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
      `no call of ${path} with the provider's key`,
    );
  return `${calls.length} calls with the key of the secret; a person verified, ${quote.data.targetAmount} USD quoted`;
}
