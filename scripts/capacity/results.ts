import stored from './results.json' with { type: 'json' };

/** Result of the last `npm run capacity`. */
export const simulated = stored;
