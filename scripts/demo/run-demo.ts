import { CommandFailed } from '#sdk/cli/errors';
import type { Stage } from '#sdk/cli/trigger/journey';
import { PartnerRamp } from '#sdk/client';
import { playBusiness, playPerson } from './journeys';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';

export interface DemoOptions {
  /** Origin of the API. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Source of the key. */
  readonly partner: string;
  /** The signing secret of a partner that has one already: it is shown only when it is made. */
  readonly webhookSecret?: string | undefined;
  /** Longest wait for one condition, in ms. */
  readonly limitMs: number;
  readonly write: (line: string) => void;
}

/** Plays the cross-ramp of a person, then of a business. @throws CommandFailed if something differs from the plan */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { write } = options;
  let number = 0;
  const title = (text: string) => {
    number += 1;
    write(`\n${String(number).padStart(2)}  ${text}`);
  };
  const step = (text: string) => write(`    ${text}`);
  const ramp = new PartnerRamp({ baseUrl: options.baseUrl, apiKey: options.apiKey });
  write(`Partner Ramp demo on ${options.baseUrl}`);
  title('Take a partner');
  step(options.partner);
  const receiver = await startWebhookReceiver((webhook) => {
    const about = webhook.sequence === undefined ? '' : `, sequence ${webhook.sequence}`;
    const state = webhook.rejection === undefined ? 'signature valid' : `REFUSED: ${webhook.rejection}`;
    step(`← webhook ${webhook.event}${about}, ${state}${webhook.repeated ? ', sent again' : ''}`);
  });
  const stage: Stage = { ramp, signal: new AbortController().signal, step, limitMs: options.limitMs };
  let urlBefore: string | null | undefined;
  try {
    title('Set the webhook URL');
    urlBefore = await openWebhooks(stage, receiver, options.webhookSecret);
    await playPerson({ stage, receiver, title });
    await playBusiness({ stage, receiver, title });
    write('\nDone: both journeys are complete.');
  } finally {
    // The receiver ends with this process: what the partner had before is set again.
    if (urlBefore !== undefined) await ramp.webhookSettings.update({ url: urlBefore }).catch(() => undefined);
    await receiver.stop();
  }
}

/** Has webhooks sent to the receiver. @returns the URL that was set before */
async function openWebhooks(
  { ramp, step }: Stage,
  receiver: WebhookReceiver,
  secret: string | undefined,
): Promise<string | null> {
  const before = await ramp.webhookSettings.get();
  const { secret: created } = await ramp.webhookSettings.update({ url: receiver.url });
  const known = created ?? secret;
  if (known === undefined) {
    await ramp.webhookSettings.update({ url: before.url });
    throw new CommandFailed(
      'This partner has a signing secret already, which is not shown again: give it as RAMP_WEBHOOK_SECRET, or run the demo without a key',
    );
  }
  receiver.trust(known);
  step(`${receiver.url}, a receiver of this demo`);
  step(created === undefined ? 'signing secret: given' : 'signing secret: created now, shown once to the partner');
  return before.url;
}
