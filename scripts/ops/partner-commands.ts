import type { Command, Given, Output, Prepared } from '#scripts/ops/command';
import { OperationFailed } from '#scripts/ops/faults';
import { columns, fields } from '#scripts/ops/lines';
import { readId, readName, readWords } from '#scripts/ops/values';
import { partnerFlows } from '#shared/partners/domain/partner';
import { createPartner, findPartner, listPartners, setSuspended } from '#shared/partners/repository';

const noun = 'partner';
const id = { value: 'ID', required: true, about: "The partner's identifier" };

const create: Command = {
  noun,
  verb: 'create',
  about: 'Put a partner on record and print its first key, which is shown only this once',
  writes: 'unasked',
  options: {
    name: { value: 'NAME', required: true, about: 'What the partner is called' },
    flows: { value: 'LIST', about: `What it may do, of ${partnerFlows.join(', ')} (default: all)` },
  },
  prepare(given) {
    const name = readName('name', given.required('name'));
    const list = given.text('flows');
    const flows = list === undefined ? partnerFlows : readWords('flows', list, partnerFlows);
    return {
      async run(scene) {
        const { partnerId, apiKey, keyId } = await createPartner({ name, flows, ...scene });
        return {
          json: { partnerId, apiKey, keyId },
          text: fields(`Created ${name}.`, {
            partnerId,
            keyId,
            'apiKey (shown once)': apiKey,
            flows: flows.join(', '),
          }),
        };
      },
    };
  },
};

const list: Command = {
  noun,
  verb: 'list',
  about: 'List all partners',
  options: {},
  prepare: () => ({
    async run() {
      const partners = await listPartners();
      const rows = partners.map((partner) => [
        partner.id,
        partner.suspended ? 'suspended' : 'active',
        partner.createdAt,
        partner.flows.join(','),
        partner.name,
      ]);
      const text =
        rows.length === 0
          ? 'There is no partner yet.'
          : columns(['ID', 'STATE', 'CREATED', 'FLOWS', 'NAME'], rows);
      return { json: { partners }, text };
    },
  }),
};

const show: Command = {
  noun,
  verb: 'show',
  about: 'Show one partner',
  options: { id },
  prepare(given) {
    const partnerId = readId('id', given.required('id'));
    return {
      async run() {
        const partner = await findPartner(partnerId);
        if (partner === undefined) throw new OperationFailed(`There is no partner ${partnerId}.`);
        const { name, suspended, flows, agreement, createdAt, updatedAt } = partner;
        return {
          json: { id: partnerId, name, suspended, flows, agreement, createdAt, updatedAt },
          text: fields(name, {
            partnerId,
            state: suspended ? 'suspended' : 'active',
            flows: flows.join(', '),
            created: createdAt,
            changed: updatedAt,
          }),
        };
      },
    };
  },
};

const suspend: Command = {
  noun,
  verb: 'suspend',
  about: 'Stop a partner: its requests are refused within a minute, its data stays',
  writes: 'asked',
  options: { id },
  prepare: (given) => suspension(given, true),
};

const resume: Command = {
  noun,
  verb: 'resume',
  about: 'Let a suspended partner work again',
  writes: 'unasked',
  options: { id },
  prepare: (given) => suspension(given, false),
};

function suspension(given: Given, suspended: boolean): Prepared {
  const partnerId = readId('id', given.required('id'));
  return {
    ...(suspended && { confirm: { partnerId, act: 'suspend it' } }),
    async run(scene): Promise<Output> {
      await setSuspended(partnerId, suspended, scene);
      const what = suspended ? 'is suspended' : 'works again';
      return {
        json: { partnerId, suspended },
        text: `Partner ${partnerId} ${what}; it holds everywhere within 60 s.`,
      };
    },
  };
}

export const partnerCommands: readonly Command[] = [create, list, show, suspend, resume];
