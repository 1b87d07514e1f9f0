import * as z from 'zod';

const days = z.int().min(1).max(3650);
const vaultArn = z.string().regex(/^arn:aws[\w-]*:backup:[a-z\d-]+:\d{12}:backup-vault:[\w-]{2,50}$/, {
  error: 'must be the ARN of a backup vault, arn:aws:backup:REGION:ACCOUNT:backup-vault:NAME',
});

/**
 * Daily backups of table and files beside point-in-time recovery, in a vault that keeps them from deletion, and their copies
 * in vaults of other Regions or accounts (docs/disaster-recovery.md). Default: none.
 */
export const backupSettings = z.strictObject({
  /** Days for which each backup is kept. The vault's lock deletes none before. */
  keptDays: days,
  /**
   * Days from the first deployment after which the lock can be taken off by no one, the account's owner and AWS included. Default: the
   * lock stays one that an administrator can take off.
   */
  lockIsFinalAfterDays: z.int().min(3).max(36_500).optional(),
  /** Vaults that each backup is copied to. They are there already. Default: none. */
  copies: z
    .array(z.strictObject({ vaultArn, keptDays: days }))
    .min(1)
    .max(3)
    .refine((copies) => new Set(copies.map((copy) => copy.vaultArn)).size === copies.length, {
      error: 'names a vault twice',
    })
    .optional(),
});
