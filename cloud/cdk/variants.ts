import * as z from 'zod';

/** Title of the document that a second release serves: its one difference that is seen from outside. */
export const SECOND_RELEASE = 'Second release';

/** Bodies of the handlers of reading endpoints in the failing release, by folder. */
export const failures: Readonly<Partial<Record<string, string>>> = {
  'capabilities/get': "throw new Error('fails on purpose')",
  'settlement-calendar/get': 'await new Promise((done) => setTimeout(done, 900_000))',
  'banks/requirements': "return { statusCode: 200, body: 'x'.repeat(7_000_000) }",
};

/** Templates and code of a stage for one deployment. */
const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** Leaves out the resources that the emulator does not take. @default true */
  leavesOut: z.boolean().default(true),
  /** Makes roles such that the emulator's IAM can enforce them. */
  enforcesIam: z.boolean(),
  /** `second`: new code that does the same. `failing`: code that fails on purpose, for a rollback. */
  release: z.enum(['first', 'second', 'failing']),
  /** Keeps the stage frozen through the deployment. @default false */
  frozen: z.boolean().default(false),
});
export type Variant = z.input<typeof variant>;

export const variants = z.array(variant);
