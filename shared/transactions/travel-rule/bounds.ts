/** Maximum size of the travel-rule data as JSON, in bytes. Its DynamoDB item must fit this data. */
export const MAX_TRAVEL_RULE_BYTES = 32 * 1024;
