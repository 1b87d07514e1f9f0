import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { aDepositTravelRule, aPayoutTravelRule } from '#test/support/builders/travel-rules';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();
const partner = await running.newPartner('Travellers');
const receiver = await newReceiver();
await partner.put('/webhook-settings', { url: receiver.url });
const userId = await partner.verifiedUser();

const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const codes = { purpose: 'FAMILY_SUPPORT', sourceOfFunds: 'SALARY', relationship: 'PARENT' };
/** Matches the personal data of the `travelRule` objects in `orders`. */
const PERSONAL = /Quetzal|Ximena|Itzcoatlan|Xochimilcotzingo|Zapotl|XQMX850712|1985-07-12/;

const orders = [
  [
    '/off-ramp',
    {
      ...{ userId, ...pair, ...codes, travelRule: aDepositTravelRule() },
      ...{ cryptoAmount: 1001, userBankInformation: { accountIdentifier: '012180015500000008' } },
    },
  ],
  [
    '/on-ramp',
    {
      ...{ userId, ...pair, ...codes, travelRule: aPayoutTravelRule(), fiatAmount: 500 },
      destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  ],
] as const;

it.each(orders)(
  '%s: the parties stand in no response, list, webhook, change, or item that can be read',
  async (path, body) => {
    const headers = { headers: { 'idempotency-key': `travel-rule-of-${path.slice(1)}-0001` } };
    const created = await partner.post(path, body, headers);
    expect(created.status, created.text).toBe(201);
    const { id } = created.body.data;
    const repeated = await partner.post(path, body, headers);
    expect(repeated.text).toBe(created.text);
    const changes = () => partner.get('/changes?limit=100');
    await until(async () => receiver.received.some(({ body: sent }) => sent.includes(id)));
    await until(async () => (await changes()).text.includes(id));
    const shown = await partner.get(`/transactions/${id}`);
    expect(shown.body.data).toMatchObject({ ...codes, travelRuleReceived: true });
    const responses = [created, shown, await partner.get(`/transactions?userId=${userId}`), await changes()];
    for (const { text } of responses) expect(text).not.toMatch(PERSONAL);
    for (const sent of receiver.received) expect(sent.body).not.toMatch(PERSONAL);
    // The table also contains persons of other tests.
    const items = (await allItems(running.stack)).filter((item) => JSON.stringify(item).includes(partner.partnerId));
    expect(JSON.stringify(items)).not.toMatch(PERSONAL);
    expect(items.filter(({ PK, entity }) => PK === `TX#${id}` && entity === 'TRAVEL_RULE')).toHaveLength(1);
  },
);
