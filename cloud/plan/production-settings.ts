import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { EMULATED_ACCOUNT, EMULATED_REGION } from '#cloud/emulator/emulator';
import type { Cloud } from '#cloud/plan/target';

const EXAMPLE = resolve(import.meta.dirname, '../../infra/config/production.example.json');

const settings = z.looseObject({
  domain: z.looseObject({}),
  providers: z.looseObject({ events: z.record(z.string(), z.looseObject({})) }).catchall(z.looseObject({})),
});

/** Keys with which providers are called here. */
export const PROVIDER_KEY = 'key-of-an-emulated-provider';
const CALLBACK_SECRET = `whsec_${Buffer.from('signs what providers report, here').toString('base64')}`;

/**
 * Makes what production's settings refer to, and puts it in the place of the example's placeholders.
 * @param providersUrl where all providers answer
 * @returns the settings file's text
 */
export async function productionSettings({ aws }: Cloud, providersUrl: string): Promise<string> {
  const secret = async (name: string) => {
    const SecretString = JSON.stringify({ apiKey: PROVIDER_KEY, callbackSecrets: [CALLBACK_SECRET] });
    const call = {
      service: 'secretsmanager',
      operation: 'CreateSecret',
      parameters: { Name: `partner-ramp/${name}`, SecretString },
    };
    return (await aws.call(call, z.object({ ARN: z.string() }))).ARN;
  };
  const DomainName = 'api.partner-ramp.test';
  const certificate = await aws.call(
    { service: 'acm', operation: 'RequestCertificate', parameters: { DomainName } },
    z.object({ CertificateArn: z.string() }),
  );
  const zone = await aws.call(
    {
      service: 'route53',
      operation: 'CreateHostedZone',
      parameters: { Name: 'partner-ramp.test', CallerReference: 'verify' },
    },
    z.object({ HostedZone: z.object({ Id: z.string() }) }),
  );
  const topic = await aws.call(
    { service: 'sns', operation: 'CreateTopic', parameters: { Name: 'partner-ramp-alarms' } },
    z.object({ TopicArn: z.string() }),
  );
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
    alarmTopicArn: topic.TopicArn,
    ticketTopicArn: topic.TopicArn,
    runbookUrl: `https://${DomainName}/runbook`,
    domain: {
      name: DomainName,
      certificateArn: certificate.CertificateArn,
      hostedZone: { id: zone.HostedZone.Id.replace('/hostedzone/', ''), name: 'partner-ramp.test' },
    },
    providers: { ...providers, events: reports },
  });
}
