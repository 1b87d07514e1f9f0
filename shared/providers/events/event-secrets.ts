/** What reports of transactions are signed with. */
import * as z from 'zod/mini';
import { localNetworkAllowed } from '#shared/config/environment';
import { secretOf } from '#shared/providers/http/provider-settings';

const signingSecret = z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/));

const eventsSecret = z.object({
  /** One or more: a report may be signed with any of them. */
  callbackSecrets: z.array(signingSecret).check(z.minLength(1), z.maxLength(5)),
});

/** The secret of a laptop's stack, which is made with each run; no template sets it. */
function localSecret(): string | undefined {
  const secret = process.env.PROVIDER_EVENTS_SECRET ?? '';
  return localNetworkAllowed() && secret !== '' ? secret : undefined;
}

/** Whether reports can be signed where this runs. */
export function hasEventSecrets(): boolean {
  return localSecret() !== undefined || (process.env.PROVIDER_EVENTS_SECRET_ARN ?? '') !== '';
}

/** @throws SecretUnavailable; Error when the secret has another form. Nothing of it stands in the error. */
export async function eventSecrets(): Promise<readonly string[]> {
  const local = localSecret();
  if (local !== undefined) return [local];
  return (await secretOf('PROVIDER_EVENTS_SECRET_ARN', eventsSecret)).callbackSecrets;
}
