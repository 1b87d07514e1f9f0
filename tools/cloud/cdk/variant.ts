import * as z from 'zod';

/** Title of the OpenAPI document in the second release: the only visible difference from the first release. */
export const SECOND_RELEASE = 'Second release';

/** Input of `synthesize.ts`: a stage, its settings file, and the release to synthesize. */
export const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings file of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** If true, adapts the templates to the emulator. */
  isEmulated: z.boolean(),
  /**
   * `second`: new code with the same behavior. `frozen`: the first release, whose deployment does not restart a frozen stage.
   * `unprotected`: the first release without protection of data, so a failed deployment leaves no resources.
   */
  release: z.enum(['first', 'second', 'frozen', 'unprotected']),
});
export type Variant = z.infer<typeof variant>;
