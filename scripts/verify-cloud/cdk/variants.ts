import * as z from 'zod';

/** What of a second release can be seen from outside: the title of the document that it serves. */
export const SECOND_RELEASE = 'Second release';

/** Templates and code of a stage for one deployment. */
const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** Whether roles are made such that the emulator's IAM can enforce them. */
  enforcesIam: z.boolean(),
  release: z.enum(['first', 'second']),
  /** Whether the stage is to stay frozen through the deployment. */
  frozen: z.boolean().default(false),
});
export type Variant = z.input<typeof variant>;

export const variants = z.array(variant);
