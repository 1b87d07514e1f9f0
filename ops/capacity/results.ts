import stored from './results.json' with { type: 'json' };

/** What `npm run capacity` stored last. */
export const simulated = stored;
