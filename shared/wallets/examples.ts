/** Example wallet of the documentation. */
import type * as z from 'zod/mini';
import { userId } from '#shared/users/examples';
import type * as schemas from './response-schema';

export const wallet: z.infer<typeof schemas.Wallet> = {
  id: '019bc2be-82a0-7c31-8e59-b4d20f9a6c78',
  userId,
  vmType: 'EVM',
  walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  alias: 'Main',
  createdAt: '2026-01-15T16:31:42.084Z',
  updatedAt: '2026-01-15T16:31:42.084Z',
};
