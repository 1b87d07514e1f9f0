import fc from 'fast-check';
import { expect, it } from 'vitest';
import { travelRuleKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { TravelRule } from '#shared/transactions/travel-rule/ivms101';
import { findTravelRule, travelRuleWrites } from '#shared/transactions/travel-rule/repository';
import { newId } from '#shared/values/ids';
import { anOnRamp } from '#test/support/builders/transactions';
import { aPayoutTravelRule } from '#test/support/builders/travel-rules';
import { linkKeysInMemory } from '#test/support/link-keys';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

linkKeysInMemory();
startedForTests(() => startMemoryTable(20261127));

const anOwner = () => anOnRamp({ id: newId(Date.now()), travelRule: true });

/** Stores a travel-rule block with `name` as the beneficiary's account number. */
async function store(name: string) {
  const owner = anOwner();
  const block: TravelRule = aPayoutTravelRule();
  const [person] = aPayoutTravelRule().beneficiary.beneficiaryPerson;
  const named = { ...block, beneficiary: { beneficiaryPerson: [{ ...person }], accountNumber: [name] } };
  await writeAtomically(await travelRuleWrites(owner, named));
  return { owner, named };
}

it('is opened as it was given, and its item shows nothing of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 100 }), async (name) => {
      const { owner, named } = await store(name);
      expect(await findTravelRule(owner)).toEqual(named);
      const item = JSON.stringify(await readItem(travelRuleKey(owner.id)));
      for (const text of [name, 'Quetzal', 'Xochimilcotzingo', 'LEGL']) expect(item).not.toContain(text);
    }),
    { numRuns: 30 },
  );
});

it('opens for its own transaction alone, and not once a byte of it was changed', async () => {
  const { owner } = await store('0xFirst');
  const { owner: other } = await store('0xOther');
  const [item, foreign] = [await readItem(travelRuleKey(owner.id)), await readItem(travelRuleKey(other.id))];
  const sealed = String(item?.sealed);
  const changed = `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`;
  for (const stored of [String(foreign?.sealed), changed, '']) {
    await writeAtomically([putItem({ ...item, ...travelRuleKey(owner.id), sealed: stored })]);
    await expect(findTravelRule(owner), stored).rejects.toThrow();
  }
  await expect(findTravelRule({ ...other, userId: newId(Date.now()) })).rejects.toThrow();
});

it('is sought for no transaction without it, and is undefined once it is erased', async () => {
  const { owner } = await store('0xFirst');
  expect(await findTravelRule({ ...owner, travelRule: undefined })).toBeUndefined();
  expect(await findTravelRule(anOwner())).toBeUndefined();
  expect(await travelRuleWrites(owner, undefined)).toEqual([]);
});
