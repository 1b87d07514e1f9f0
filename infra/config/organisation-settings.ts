/** Settings by which a stage fits into an organisation's accounts (docs/adr/075). */
import * as z from 'zod';

/** Tags that a stage has by itself (infra/stacks/stack-props.ts). */
const OWN_TAGS: readonly string[] = ['service', 'env'];
/** Forms of IAM's tags, the narrowest: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_tags.html */
const tagKey = z
  .string()
  .regex(/^(?!aws:)[\w .:/=+@-]{1,128}$/i, 'is no name of a tag')
  .refine((key) => !OWN_TAGS.includes(key), 'is a tag that the stage has by itself');
const tagValue = z.string().regex(/^[\w .:/=+@-]{0,256}$/, 'is no value of a tag');
/** Of the fifty tags of a resource; the rest is left to the organisation. */
const MOST_TAGS = 30;

export const organisationSettings = {
  /** The environment of a further stage, which has a file of its own name. Absent for sandbox and production. */
  kind: z.enum(['sandbox', 'production']).optional(),
  /** Tags of every resource beside `service` and `env`, such as those that costs are allocated by. Default: none. */
  tags: z
    .record(tagKey, tagValue)
    .refine((tags) => Object.keys(tags).length <= MOST_TAGS, `has more than ${MOST_TAGS} tags`)
    .optional(),
  /** Managed policy that bounds every role of the stage. Default: none. */
  permissionsBoundaryArn: z
    .string()
    .regex(/^arn:aws[\w-]*:iam::(\d{12}|aws):policy\/[\w+=,.@/-]+$/, 'must be the ARN of a managed policy')
    .optional(),
  /** The CDK's preparation of the account, where it has another name than that of the CDK. */
  bootstrap: z
    .strictObject({
      qualifier: z.string().regex(/^[a-z0-9]{1,10}$/, 'has one to ten small letters and digits'),
      /** Stack that `cdk bootstrap --toolkit-stack-name` made. Default: CDKToolkit. */
      stackName: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,127}$/, 'must be the name of a stack')
        .optional(),
    })
    .optional(),
};
