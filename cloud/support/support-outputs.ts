import * as z from 'zod';

/** Name of the stack that a rehearsal needs besides the stage. */
export const SUPPORT_STACK = 'PartnerRamp-rehearsal';

/** Fixed, so that the stage's settings can name the topic before it is there. */
export const ALARM_TOPIC_NAME = 'partner-ramp-rehearsal-alarms';

/** Outputs of that stack. */
export const supportOutputs = z.object({
  ReceiverApiId: z.string(),
  ReceiverStage: z.string(),
  /** Ends with a slash. */
  ReceiverUrl: z.string(),
  ReceiverLogGroup: z.string(),
  AlarmTopicArn: z.string(),
  AlarmQueueUrl: z.string(),
});
