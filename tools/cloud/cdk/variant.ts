import * as z from 'zod';

/** Title of the document of the second release: its only visible difference. */
export const SECOND_RELEASE = 'Second release';

/** Release of a stage that is to be synthesized. */
export const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings file of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** Adapts the templates to what the emulator accepts. */
  isEmulated: z.boolean(),
  /** `second`: new code with the same behaviour. `frozen` and `unprotected`: the first one with the context of a restore or of a first deployment. */
  release: z.enum(['first', 'second', 'frozen', 'unprotected']),
});
export type Variant = z.infer<typeof variant>;
