import * as z from 'zod/mini';
import { id } from '#shared/api/response-schemas/common';
import { transactionStatuses } from '#shared/transactions/domain/status-facts';
import { offRampFields, onRampFields } from '#shared/transactions/response-fields';

export const OnRampTransaction = z.strictObject(onRampFields);
export const OffRampTransaction = z.strictObject(offRampFields);

export const ExecutedOffRamp = z.strictObject({ id, status: z.enum(transactionStatuses) });
