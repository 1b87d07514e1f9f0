/** Limits over time of every simulated partner, so low that most days reach them. US cents. */
export const simulatedLimits = {
  userDay: 110_000,
  userMonth: 900_000,
  partnerDay: 180_000,
  partnerMonth: 1_500_000,
} as const;
