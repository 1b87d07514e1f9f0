import { unlessAbsent } from '#cloud/aws/clients';
import { bearerSecret } from '#shared/platform/providers/settings';
import { eventsSecret } from '#shared/providers/event-signers';
import { providerSecret } from '#shared/providers/verification/wire';
import { parseJson } from '#shared/values/json';
import { arnsOf, type Check, type Finding, type PreflightContext, type SettingArn, together } from '../check';

/** Returns the required format of a secret, as text and as a schema, by the path of its setting. */
function formOf(setting: string) {
  const words = { key: '"apiKey": "…"', callbacks: '"callbackSecrets": ["whsec_…"]' };
  if (setting.startsWith('providers.events.')) return { schema: eventsSecret, text: `{${words.callbacks}}` };
  return setting.startsWith('providers.verification.')
    ? { schema: providerSecret, text: `{${words.key}, ${words.callbacks}}` }
    : { schema: bearerSecret, text: `{${words.key}}` };
}

/** Checks one secret. The result contains no part of the secret's value. */
async function look({ aws, region }: PreflightContext, { setting, arn, region: own }: SettingArn): Promise<Finding> {
  const name = setting.replace(/\.secretArn$/, '');
  if (own !== region)
    return { found: `${name}: the secret is in ${own}`, todo: `create the secret of ${name} in ${region}` };
  const form = formOf(setting);
  try {
    const secret = await unlessAbsent(aws.secrets.getSecretValue({ SecretId: arn }));
    if (secret === undefined) {
      const todo = `create the secret of ${name} with ${form.text}, and put its ARN into ${setting}`;
      return { found: `${name}: there is no such secret`, todo };
    }
    if (form.schema.safeParse(parseJson(secret.SecretString ?? '')).success) return { found: `${name}: readable` };
    return { found: `${name}: wrong format`, todo: `store ${form.text} in the secret of ${name}` };
  } catch (error) {
    const todo = `allow these credentials to read the secret of ${name} (secretsmanager:GetSecretValue, and kms:Decrypt with its key)`;
    return { found: `${name}: ${error instanceof Error ? error.name : 'not readable'}`, todo };
  }
}

export const secrets: Check = {
  id: 'secrets',
  asks: 'Is every secret of a provider readable, and is its format correct?',
  async run(context) {
    const { providers } = context.config;
    const all = arnsOf({ providers }, 'secretsmanager');
    if (all.length === 0) return { found: 'the settings contain no secrets' };
    return together(await Promise.all(all.map((one) => look(context, one))));
  },
};
