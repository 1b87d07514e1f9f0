import { playBusiness } from '#scripts/demo/business-journey';
import {
  awaitCompletion,
  createCrossRamp,
  type Journey,
  repeatCreation,
  showTimeline,
  verifyPerson,
} from '#scripts/demo/journey';
import { JourneyError } from '#scripts/demo/journey-error';
import { startWebhookReceiver, type WebhookReceiver } from '#scripts/demo/webhook-receiver';
import { PartnerRamp } from '#sdk/client';
import { createStory, type Story } from './story';

export interface DemoOptions {
  /** Origin of the API. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Source of the key. */
  readonly partner: string;
  /** The signing secret of a partner that has one already: it is shown only when it is made. */
  readonly webhookSecret?: string | undefined;
  /** Milliseconds for both journeys. */
  readonly limitMs: number;
  readonly write: (line: string) => void;
  /** Opens the address that webhooks are sent to. @default one on loopback */
  readonly startReceiver?: typeof startWebhookReceiver;
}

/** Goes through the cross-ramp journey of a person, then of a business. @throws JourneyError when something is not as it should be */
export async function runDemo(options: DemoOptions): Promise<void> {
  const story = createStory(options.write);
  const api = new PartnerRamp({ baseUrl: options.baseUrl, apiKey: options.apiKey });
  options.write(`Partner Ramp demo on ${options.baseUrl}`);
  story.step('Take a partner');
  story.note(options.partner);
  const { startReceiver = startWebhookReceiver } = options;
  const receiver = await startReceiver((webhook) => {
    const about = webhook.sequence === undefined ? '' : `, sequence ${webhook.sequence}`;
    const state = webhook.rejection === undefined ? 'signature valid' : `REFUSED: ${webhook.rejection}`;
    story.note(`← webhook ${webhook.event}${about}, ${state}${webhook.repeated ? ', sent again' : ''}`);
  });
  let urlBefore: string | null | undefined;
  try {
    urlBefore = await openWebhooks(api, receiver, { story, secret: options.webhookSecret });
    const journey: Journey = { api, receiver, story, deadlineMs: performance.now() + options.limitMs };
    const userId = await verifyPerson(journey);
    const created = await createCrossRamp(journey, userId);
    await repeatCreation(journey, created);
    await awaitCompletion(journey, created.id);
    await showTimeline(journey, created.id);
    await playBusiness(journey);
    options.write('\nDone: both journeys are complete.');
  } finally {
    // The receiver ends with this process: what the partner had before is set again.
    if (urlBefore !== undefined) await api.webhookSettings.update({ url: urlBefore }).catch(() => undefined);
    await receiver.stop();
  }
}

/** Has webhooks sent to the receiver. @returns the URL that was set before */
async function openWebhooks(
  api: PartnerRamp,
  receiver: WebhookReceiver,
  { story, secret }: { readonly story: Story; readonly secret: string | undefined },
): Promise<string | null> {
  story.step('Set the webhook URL');
  const before = await api.webhookSettings.get();
  const { secret: created } = await api.webhookSettings.update({ url: receiver.url });
  const known = created ?? secret;
  if (known === undefined) {
    await api.webhookSettings.update({ url: before.url });
    throw new JourneyError(
      'This partner has a signing secret already, which is not shown again: give it as RAMP_WEBHOOK_SECRET, or run the demo without a key',
    );
  }
  receiver.trust(known);
  story.note(`${receiver.url}, a receiver of this demo`);
  story.note(
    created === undefined ? 'signing secret: as given' : 'signing secret: made now, shown once to the partner',
  );
  return before.url;
}
