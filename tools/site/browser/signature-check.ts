/** Says whether a delivery is genuine, and otherwise which part of it is wrong. Nothing here needs a page. */
import { RampWebhookError } from '#sdk/errors';
import { verifyWebhook, type WebhookEvent } from '#sdk/webhooks';

/** Texts that a person pasted. */
export interface PastedDelivery {
  readonly secret: string;
  /** Lines of `name: value`, or a JSON object. */
  readonly headers: string;
  readonly body: string;
  readonly nowMs: number;
}

/** The outcome of a check. */
export interface Finding {
  readonly isGenuine: boolean;
  readonly title: string;
  /** Sentences with the finding or the advice. */
  readonly details: readonly string[];
}

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Checks a delivery as `verifyWebhook` does. What is wrong is a response, so nothing is thrown. */
export async function checkSignature({ secret, headers: text, body, nowMs }: PastedDelivery): Promise<Finding> {
  const delivery = { headers: readHeaders(text), body };
  const refusal = await refusalOf(delivery, secret.trim(), nowMs);
  if (refusal === undefined) return verified(body);
  if (!(refusal instanceof RampWebhookError)) {
    return wrong('The secret has another form', [
      'A secret begins with whsec_ and goes on with Base64. It is in the response to the first webhook URL, and in the response to a rotation.',
    ]);
  }
  switch (refusal.reason) {
    case 'MISSING_HEADER':
      return wrong('A header is missing', [
        `${refusal.message}.`,
        'Paste webhook-id, webhook-timestamp and webhook-signature, a line each.',
      ]);
    case 'INVALID_TIMESTAMP':
      return wrong('webhook-timestamp is no time', ['It is a whole number of seconds since 1970, of ten digits.']);
    case 'INVALID_BODY':
      return wrong('The signature is right, and the body is no JSON object', [
        'It was signed like this. Nothing was changed on the way.',
      ]);
    case 'OTHER_ENVIRONMENT':
      return wrong('The delivery is of another environment', ['Nothing was changed on the way.']);
    case 'TOO_OLD':
    case 'TOO_NEW':
      return outsideTolerance(delivery, secret.trim(), nowMs);
    case 'NO_MATCHING_SIGNATURE':
      return findDifference(delivery, secret.trim(), nowMs);
  }
}

/** Finds the part of a delivery that is wrong. @returns `undefined` when it is genuine */
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
  const words = `It was sent ${duration(Math.abs(nowMs - sentMs))} ${sentMs < nowMs ? 'ago' : 'from now'}; the tolerance is 5 minutes.`;
  if ((await refusalOf(delivery, secret, sentMs)) === undefined) {
    return wrong('The signature is right, and the timestamp is outside of the tolerance', [
      words,
      'A delivery that you kept is refused for its age alone. Where a new one is refused, set the clock of your server.',
    ]);
  }
  const { title, details } = await findDifference(delivery, secret, sentMs);
  return wrong(title, [...details, `The timestamp is outside of the tolerance as well. ${words}`]);
}

/** Other forms that the body may have had, with the cause of the change; the smallest change first. */
const otherBodies: readonly { readonly change: (body: string) => string; readonly words: string }[] = [
  { change: (body) => body.trim(), words: 'There are spaces or line breaks around the body that were not sent.' },
  { change: (body) => body.replaceAll('\n', '\r\n'), words: 'The line breaks of the body were changed.' },
  {
    change: (body) => JSON.stringify(JSON.parse(body)),
    words:
      'The body was parsed and written again: it has the same content in other bytes. Check the body as it came in, before any parsing.',
  },
];

async function findDifference(delivery: Delivery, secret: string, nowMs: number): Promise<Finding> {
  if (!/(?:^|\s)v1,/.test(delivery.headers['webhook-signature'] ?? '')) {
    return wrong('webhook-signature holds no signature', [
      'It holds one or more of the form v1,… separated by spaces.',
    ]);
  }
  for (const { change, words } of otherBodies) {
    const body = changed(delivery.body, change);
    if (body !== undefined && (await refusalOf({ ...delivery, body }, secret, nowMs)) === undefined) {
      return wrong('The body was changed', [words]);
    }
  }
  return wrong('No signature is by this secret', [
    'The secret is of another stage or another endpoint, or was replaced: the one before signs for 24 hours after a rotation.',
    'Or the body is not what was sent. A changed field, other white space or another order of the fields is enough.',
    'Or webhook-id or webhook-timestamp is of another attempt: each attempt has its own timestamp and signature.',
  ]);
}

/** Applies a change to a body. @returns `undefined` where it makes no difference or cannot be made */
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
    title: 'The signature is right',
    details: [`The service sent this ${event ?? 'delivery'}, and nothing was changed on the way.`],
  };
}

function wrong(title: string, details: readonly string[]): Finding {
  return { isGenuine: false, title, details };
}

/** Reads headers from lines or from JSON, by their lower-case names. */
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

/** Writes a length of time in its largest unit. */
function duration(ms: number): string {
  const [name, unitMs] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1000];
  const count = Math.round(ms / unitMs);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
