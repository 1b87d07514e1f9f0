import { ApiClient } from '#test/support/api-client';
import type { ReadyPartner } from '../stack/ready-partner';

/** A partner with so many transactions on record. */
export interface GrownPartner extends ReadyPartner {
  readonly size: number;
  /** Of transactions on record, spread over all of them. */
  readonly sampleIds: readonly string[];
  /** A user of the past, who has a hundred of them. */
  readonly formerUserId: string;
  /** Continues behind nine tenths of the list. */
  readonly deepCursor: string;
}

/** One request that is measured, as the part of a URL behind the base path; a creation sends a body besides. */
export interface Measured {
  readonly name: string;
  /** Whether it has to cost the same however many there are. */
  readonly flat: boolean;
  /** Whether it looks at up to 5,000 rows for its page and again for its count. It is timed in a few rounds. */
  readonly isDear: boolean;
  send(partner: GrownPartner, origin: string, round: number): Promise<Response>;
}

/** As deep as `skip` goes, or to nine tenths of a short list. */
const deepest = (size: number) => Math.min(9_980, Math.floor(size * 0.9));

const reading =
  (path: (partner: GrownPartner, round: number) => string): Measured['send'] =>
  (partner, origin, round) =>
    fetch(`${origin}/api/partner/v2${path(partner, round)}`, {
      headers: { 'partner-api-key': partner.apiKey },
    });

const create: Measured['send'] = (partner, origin) =>
  fetch(`${origin}/api/partner/v2/cross-ramp`, {
    method: 'POST',
    headers: {
      'partner-api-key': partner.apiKey,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(new ApiClient('', '', '').crossRamp(partner.userId)),
  });

const sampleOf = ({ sampleIds }: GrownPartner, round: number) => sampleIds[round % sampleIds.length] ?? '';

/** A date: the transactions of a partner are spread over the year before now. */
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);

export const measured: readonly Measured[] = [
  { name: 'create a cross-ramp', flat: true, isDear: false, send: create },
  {
    name: 'get a transaction',
    flat: true,
    isDear: false,
    send: reading((partner, round) => `/transactions/${sampleOf(partner, round)}`),
  },
  { name: 'list, first page', flat: true, isDear: false, send: reading(() => '/transactions?limit=20') },
  {
    name: 'list of a status, merged of three types',
    flat: true,
    isDear: false,
    send: reading(() => '/transactions?status=COMPLETED&limit=20'),
  },
  {
    name: 'list of a status and a type',
    flat: true,
    isDear: false,
    send: reading(() => '/transactions?status=COMPLETED&type=CROSS_RAMP&limit=20'),
  },
  {
    name: 'list of a user',
    flat: true,
    isDear: false,
    send: reading(({ formerUserId }) => `/transactions?userId=${formerUserId}&limit=20`),
  },
  {
    name: 'page at nine tenths, by cursor',
    flat: true,
    isDear: false,
    send: reading(({ deepCursor }) => `/transactions?limit=20&cursor=${deepCursor}`),
  },
  {
    name: 'page at nine tenths or 9,980, by skip',
    flat: false,
    isDear: false,
    send: reading(({ size }) => `/transactions?limit=20&skip=${deepest(size)}`),
  },
  {
    name: 'list of notifications',
    flat: true,
    isDear: false,
    send: reading(() => '/webhook-notifications?limit=20'),
  },
  {
    name: 'list of a currency, all match',
    flat: false,
    isDear: true,
    send: reading(() => '/transactions?fiatCurrency=MXN&limit=20'),
  },
  {
    name: 'list of a currency, none matches',
    flat: false,
    isDear: true,
    send: reading(() => '/transactions?fiatCurrency=EUR&limit=20'),
  },
  {
    name: 'list of half a year',
    flat: false,
    isDear: true,
    send: reading(() => `/transactions?createdFrom=${daysAgo(182)}&limit=20`),
  },
];
