import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Child } from '../processes/child';
import { type ReadyPartner, readyPartnerShape } from './ready-partner';

export const HELD_STACK = join(import.meta.dirname, 'held-stack-process.ts');
export const WHOLE_STACK = join(import.meta.dirname, 'whole-stack-process.ts');

/** Path before every operation of the partner API. */
const BASE_PATH = '/api/partner/v2';

/** Address of the partner API of a started stack. */
export async function apiOf(stack: Child): Promise<string> {
  return `${await stack.ask('address', z.string())}${BASE_PATH}`;
}

/** Has a whole stack make a partner with so many completed transactions. */
export function makePartner(stack: Child, webhookUrl: string, completed: number): Promise<ReadyPartner> {
  return stack.ask('partner', readyPartnerShape, { webhookUrl, completed });
}
