import { usAccount } from '#local/partner/api-client';
import type { Partner } from '#local/partner/partner';
import journeys from './journeys.json' with { type: 'json' };

/** The journey whose creation and whose whole life are examined. */
export const CROSS_RAMP = 'cross-ramp, creation to COMPLETED, 5 webhooks';

type Play = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Plays each journey once. Keys and settings are warm from the second time on.
 * @param play runs one journey and waits for all that follows from it. No journey waits by asking: that would count
 * @param names of those that are played. @default all
 */
export async function playJourneys(
  partner: Partner,
  play: Play,
  names: readonly string[] = journeys.map(({ name }) => name),
): Promise<void> {
  const values = new Map<string, unknown>([['{account}', usAccount]]);
  const fill = (value: unknown) => JSON.parse(JSON.stringify(value), (_, inner) => values.get(inner) ?? inner);
  const played: string[] = [];
  for (const { name, request, body } of journeys.filter((journey) => names.includes(journey.name))) {
    const [method = '', path = ''] = request.split(' ');
    const answer = await play(name, async () => {
      if (method === 'verified') return { userId: await partner.submitUser() };
      if (method === 'GET') return (await partner.get(path.replace('{id}', String(played[0])))).body.data;
      return (await partner[method === 'CREATE' ? 'create' : 'post'](path, fill(body))).body.data;
    });
    for (const key of ['userId', 'quoteId']) if (key in answer) values.set(`{${key}}`, answer[key]);
    if (method === 'CREATE') played.push(answer.id);
  }
  for (const id of played) {
    const { status } = (await partner.get(`/transactions/${id}`)).body.data;
    if (status !== 'COMPLETED') throw new Error(`A transaction that should be completed is ${status}`);
  }
}
