import * as z from 'zod/mini';
import { parseJson } from '#shared/values/json';
import type { Blockchain } from '#shared/values/money/currency';

const templates = z.record(z.string(), z.string());

/** Returns the block explorer's URL of a blockchain transaction; `undefined` if the stage has no explorer for the chain. */
export function explorerLink(blockchain: Blockchain, hash: string): string | undefined {
  const { EXPLORER_LINKS: setting } = process.env;
  if (setting === undefined) return undefined;
  return templates.parse(parseJson(setting))[blockchain]?.replace('{hash}', encodeURIComponent(hash));
}
