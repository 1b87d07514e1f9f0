import * as z from 'zod/mini';
import { bankDetailsSchema } from '#shared/api/bank-details';
import { stage } from '#shared/config/environment';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

/** The details that an account in a country needs, from the schema they are checked by. Every rail needs the same. */
export const readRequirements: Operation<typeof contract> = async ({ query: { country } }) => {
  const schema = z.toJSONSchema(bankDetailsSchema(country, stage()), {
    target: 'draft-2020-12',
    io: 'input',
  });
  return { data: { title: `Bank details for ${country}`, ...schema } };
};
