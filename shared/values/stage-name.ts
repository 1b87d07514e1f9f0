/** The two environments of the service. */
export type StageName = 'sandbox' | 'production';
