import * as z from 'zod/mini';
import { id } from '#shared/api/shapes/common';
import { offRampFields, onRampFields } from '#shared/api/shapes/transaction-fields';
import { allStatuses } from '#shared/domain/transactions/transition-table';

export const OnRampTransaction = z.strictObject(onRampFields);
export const OffRampTransaction = z.strictObject(offRampFields);

export const ExecutedOffRamp = z.strictObject({ id, status: z.enum(allStatuses) });
