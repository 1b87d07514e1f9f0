/** Maximum size of the travel-rule data as JSON, in bytes. The size is far below DynamoDB's limit of 400 KB for an item. */
export const MAX_TRAVEL_RULE_BYTES = 32 * 1024;
