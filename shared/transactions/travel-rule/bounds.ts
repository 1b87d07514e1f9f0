/** Maximum size of the travel-rule data as JSON, in bytes. The data must fit into one DynamoDB item. */
export const MAX_TRAVEL_RULE_BYTES = 32 * 1024;
