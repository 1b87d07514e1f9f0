import { expect } from 'vitest';
import type { ApiResponse } from '#local/partner/api-client';

/** Expects an error response. @param message expected message. @default any message */
export function expectProblem(response: ApiResponse, status: number, code: string, message?: string): void {
  expect(response.status, response.text).toBe(status);
  expect(response.body).toMatchObject({ success: false, code, ...(message === undefined ? {} : { message }) });
}
