import * as z from 'zod';
import { AwsRefusal, whenVisible } from '#cloud/aws/aws-caller';
import { eventsSecret } from '#shared/providers/event-signers';
import { bearerSecret } from '#shared/providers/http/settings';
import { providerSecret } from '#shared/providers/verification/wire';
import { parseJson } from '#shared/values/json';
import { arnsOf, type Check, type Finding, type PreflightContext, type SettingArn, together } from '../check';

/** The form of a secret, in words for a person and as a schema, by its place among the settings. */
function formOf(setting: string) {
  const words = { key: '"apiKey": "…"', callbacks: '"callbackSecrets": ["whsec_…"]' };
  if (setting.startsWith('providers.events.')) return { schema: eventsSecret, text: `{${words.callbacks}}` };
  return setting.startsWith('providers.verification.')
    ? { schema: providerSecret, text: `{${words.key}, ${words.callbacks}}` }
    : { schema: bearerSecret, text: `{${words.key}}` };
}

const value = z.object({ SecretString: z.string().optional() });

/** Looks at one secret. No part of its value leaves this function. */
async function look({ aws, region }: PreflightContext, { setting, arn, region: own }: SettingArn): Promise<Finding> {
  const name = setting.replace(/\.secretArn$/, '');
  if (own !== region)
    return { found: `${name}: the secret is in ${own}`, todo: `make the secret of ${name} in ${region}` };
  const form = formOf(setting);
  try {
    const { SecretString } = await whenVisible(() =>
      aws.call('secretsmanager GetSecretValue', { SecretId: arn }, value),
    );
    if (form.schema.safeParse(parseJson(SecretString ?? '')).success) return { found: `${name}: readable` };
    return { found: `${name}: of another form`, todo: `store ${form.text} in the secret of ${name}` };
  } catch (error) {
    if (!(error instanceof AwsRefusal)) throw error;
    const todo = error.isAbsence
      ? `make the secret of ${name} with ${form.text}, and put its ARN into ${setting}`
      : `let these credentials read the secret of ${name} (secretsmanager:GetSecretValue, and kms:Decrypt with its key)`;
    return { found: `${name}: ${error.code}`, todo };
  }
}

export const secrets: Check = {
  id: 'secrets',
  asks: 'Can every secret of a provider be read, and has it the right form?',
  async run(context) {
    const { providers } = context.config;
    const all = arnsOf({ providers }, 'secretsmanager');
    if (all.length === 0) return { found: 'the settings name no secrets' };
    return together(await Promise.all(all.map((one) => look(context, one))));
  },
};
