import { existing } from '#ops/errors';
import { identifier, name, optional, required, withDefault, words } from '#ops/options';
import { fields, table } from '#ops/text';
import { byPartner, type Context, type Output, type Seen, verb } from '#ops/verb';
import { partnerFlows } from '#shared/partners/domain/partner';
import {
  createPartner,
  createPartnerWithoutKey,
  findPartner,
  listPartners,
  setSuspended,
} from '#shared/partners/repository';

/** Option of verbs for one partner. */
export const partnerOption = required('ID', "The partner's identifier", identifier);

/** @throws OperationFailed if the partner does not exist */
export async function existingPartner(partnerId: string) {
  return existing(await findPartner(partnerId), `There is no partner ${partnerId}.`);
}

/** Reads the version of a partner. An approved change is executed only if the version has not changed since the proposal. */
export async function seePartner({ partner: id }: { readonly partner: string }): Promise<Seen> {
  return { partnerId: id, state: `version ${(await existingPartner(id)).version}` };
}

export const partner = {
  create: verb({
    about:
      'Create a partner. In the sandbox, print its first API key, which is shown only once. In production, create the first key with `key issue`',
    writes: true,
    options: {
      name: required('NAME', 'Name of the partner', name),
      flows: withDefault(
        optional(
          'LIST',
          `Flows that the partner may use, separated by commas: ${partnerFlows.join(', ')} (default: all)`,
          words(partnerFlows),
        ),
        partnerFlows,
      ),
    },
    async run({ name, flows }, context) {
      const order = { ...context, name, flows };
      if (context.stage === 'production') {
        const partnerId = await createPartnerWithoutKey(order);
        const next = `The partner has no key. "key issue --partner ${partnerId}" proposes a key, which a second person must approve.`;
        const text = fields(`Created ${name}.`, { partnerId, flows: flows.join(', ') });
        return { json: { partnerId }, text: `${text}\n${next}` };
      }
      const { partnerId, apiKey, keyId } = await createPartner(order);
      const shown = { partnerId, keyId, 'apiKey (shown once)': apiKey, flows: flows.join(', ') };
      return { json: { partnerId, apiKey, keyId }, text: fields(`Created ${name}.`, shown) };
    },
  }),

  list: verb({
    about: 'List all partners',
    options: {},
    async run() {
      const partners = await listPartners();
      const rows = partners.map(({ id, suspended, createdAt, flows, name }) => {
        return { ID: id, STATE: stateText(suspended), CREATED: createdAt, FLOWS: flows, NAME: name };
      });
      return { json: { partners }, text: table(rows, 'There are no partners.') };
    },
  }),

  show: verb({
    about: 'Show a partner: name, state, flows, and dates of creation and last change',
    options: { id: partnerOption },
    async run({ id }) {
      const { name, suspended, flows, agreement, createdAt, updatedAt } = await existingPartner(id);
      const state = stateText(suspended);
      const shown = { partnerId: id, state, flows: flows.join(', '), created: createdAt, changed: updatedAt };
      const json = { id, name, suspended, flows, agreement, createdAt, updatedAt };
      return { json, text: fields(name, shown) };
    },
  }),

  suspend: verb({
    about: 'Suspend a partner. Within a minute, the API refuses all its requests. Its data does not change',
    writes: true,
    options: { id: partnerOption },
    confirm: ({ id }) => byPartner(id, 'suspend it'),
    run: ({ id }, context) => suspension(id, true, context),
  }),

  resume: verb({
    about: 'Resume a suspended partner: within a minute, its API keys work again',
    writes: true,
    options: { id: partnerOption },
    // With `see`, the verb requires a second person's approval in production, because all keys of the partner become valid again.
    see: ({ id }) => seePartner({ partner: id }),
    run: ({ id }, context) => suspension(id, false, context),
  }),
};

function stateText(suspended: boolean): string {
  return suspended ? 'suspended' : 'active';
}

async function suspension(partnerId: string, suspended: boolean, context: Context): Promise<Output> {
  await setSuspended(partnerId, suspended, context);
  const state = suspended ? 'is suspended' : 'is active again';
  return {
    json: { partnerId, suspended },
    text: `Partner ${partnerId} ${state}. The change takes effect within 60 s.`,
  };
}
