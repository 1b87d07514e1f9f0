/** Checks whether a delivery is genuine, and finds the cause if the delivery is not genuine. Does not use the DOM of the page. */
import { RampWebhookError } from '#sdk/errors';
import { verifyWebhook, type WebhookEvent } from '#sdk/webhooks';

/** Texts that the user pasted. */
export interface PastedDelivery {
  readonly secret: string;
  /** Lines of `name: value`, or a JSON object. */
  readonly headers: string;
  readonly body: string;
  readonly nowMs: number;
}

/** Result of a check. */
export interface Finding {
  readonly isGenuine: boolean;
  readonly title: string;
  /** Sentences with the result and advice. */
  readonly details: readonly string[];
}

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Checks a delivery like `verifyWebhook`. Returns a result for an invalid delivery instead of throwing. */
export async function checkSignature({ secret, headers: text, body, nowMs }: PastedDelivery): Promise<Finding> {
  const delivery = { headers: readHeaders(text), body };
  const refusal = await refusalOf(delivery, secret.trim(), nowMs);
  if (refusal === undefined) return verified(body);
  if (!(refusal instanceof RampWebhookError)) {
    return wrong('The secret is malformed', [
      'A secret begins with whsec_, followed by Base64. You received it when you set your first webhook URL, or when you rotated the secret.',
    ]);
  }
  switch (refusal.reason) {
    case 'MISSING_HEADER':
      return wrong('A header is missing', [
        `${refusal.message}.`,
        'Paste webhook-id, webhook-timestamp and webhook-signature, one per line.',
      ]);
    case 'INVALID_TIMESTAMP':
      return wrong('webhook-timestamp is not a time', ['It must be the seconds since 1970, with ten digits.']);
    case 'INVALID_BODY':
      return wrong('The signature is valid, but the body is not a JSON object', [
        'The body was signed in this form. It was not changed in transit.',
      ]);
    case 'OTHER_ENVIRONMENT':
      return wrong('The delivery is from another environment', ['It was not changed in transit.']);
    case 'TOO_OLD':
    case 'TOO_NEW':
      return outsideTolerance(delivery, secret.trim(), nowMs);
    case 'NO_MATCHING_SIGNATURE':
      return findDifference(delivery, secret.trim(), nowMs);
  }
}

/** Verifies a delivery. @returns the error, or `undefined` if the delivery is genuine */
async function refusalOf(delivery: Delivery, secret: string, nowMs: number): Promise<unknown> {
  try {
    await verifyWebhook(delivery, secret, { nowMs });
    return undefined;
  } catch (error) {
    return error;
  }
}

async function outsideTolerance(delivery: Delivery, secret: string, nowMs: number): Promise<Finding> {
  const sentMs = Number(delivery.headers['webhook-timestamp']) * 1000;
  const words = `It was sent ${duration(Math.abs(nowMs - sentMs))} ${sentMs < nowMs ? 'ago' : 'from now'}. The tolerance is 5 minutes.`;
  if ((await refusalOf(delivery, secret, sentMs)) === undefined) {
    return wrong('The signature is valid, but the timestamp is outside the tolerance', [
      words,
      'For a stored delivery, this is normal. If a new delivery fails, correct the clock of your server.',
    ]);
  }
  const { title, details } = await findDifference(delivery, secret, sentMs);
  return wrong(title, [...details, `The timestamp is also outside the tolerance. ${words}`]);
}

/** Changes that may restore the original body, each with a sentence about the cause. The smallest change is first. */
const otherBodies: readonly { readonly change: (body: string) => string; readonly words: string }[] = [
  { change: (body) => body.trim(), words: 'The body has spaces or line breaks around it that were not sent.' },
  { change: (body) => body.replaceAll('\n', '\r\n'), words: 'The line breaks of the body were changed.' },
  {
    change: (body) => JSON.stringify(JSON.parse(body)),
    words:
      'The body was parsed and serialized again: the content is the same, but the bytes differ. Check the raw body before any parsing.',
  },
];

async function findDifference(delivery: Delivery, secret: string, nowMs: number): Promise<Finding> {
  if (!/(?:^|\s)v1,/.test(delivery.headers['webhook-signature'] ?? '')) {
    return wrong('webhook-signature contains no signature', [
      'It must contain one or more signatures of the form v1,… separated by spaces.',
    ]);
  }
  for (const { change, words } of otherBodies) {
    const body = changed(delivery.body, change);
    if (body !== undefined && (await refusalOf({ ...delivery, body }, secret, nowMs)) === undefined) {
      return wrong('The body was changed', [words]);
    }
  }
  return wrong('No signature matches this secret', [
    'The secret belongs to another environment or endpoint, or was replaced. A replaced secret signs for 24 hours.',
    'Or the body differs from the one that was sent. Different white space or field order is enough.',
    'Or webhook-id or webhook-timestamp belongs to another attempt. Each attempt has a separate timestamp and signature.',
  ]);
}

/** Applies a change to a body. @returns `undefined` if the change has no effect or fails */
function changed(body: string, change: (body: string) => string): string | undefined {
  try {
    const other = change(body);
    return other === body ? undefined : other;
  } catch {
    return undefined;
  }
}

function verified(body: string): Finding {
  const { event }: Partial<WebhookEvent> = JSON.parse(body);
  return {
    isGenuine: true,
    title: 'The signature is valid',
    details: [`The service sent this ${event ?? 'delivery'}, and it was not changed in transit.`],
  };
}

function wrong(title: string, details: readonly string[]): Finding {
  return { isGenuine: false, title, details };
}

/** Reads headers from lines or JSON, with lower-case names. */
function readHeaders(text: string): Record<string, string> {
  const entries = text.trim().startsWith('{') ? jsonEntries(text) : lines(text);
  return Object.fromEntries(entries.map(([name, value]) => [name.trim().toLowerCase(), value.trim()]));
}

function lines(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([\w-]+)\s*:(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}

function jsonEntries(text: string): [string, string][] {
  try {
    const headers: Record<string, unknown> = JSON.parse(text);
    return Object.entries(headers).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in its largest unit. */
function duration(ms: number): string {
  const [name, unitMs] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1000];
  const count = Math.round(ms / unitMs);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
