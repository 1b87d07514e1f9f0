import * as z from 'zod/mini';
import { bankDetailsSchema } from '#shared/api/bank-details';
import { stage } from '#shared/config/environment';
import type { TargetCountry } from '#shared/domain/banks/countries';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

type JsonSchema = ReturnType<typeof jsonSchemaOf>;

/** As many as there are countries; a stage has one set. */
const made = new Map<TargetCountry, JsonSchema>();

/** The details that an account in a country needs, from the schema they are checked by. Every rail needs the same. */
export const readRequirements: Operation<typeof contract> = async ({ query: { country } }) => {
  const schema = made.get(country) ?? jsonSchemaOf(country);
  made.set(country, schema);
  return { data: { title: `Bank details for ${country}`, ...schema } };
};

function jsonSchemaOf(country: TargetCountry) {
  return z.toJSONSchema(bankDetailsSchema(country, stage()), { target: 'draft-2020-12', io: 'input' });
}
