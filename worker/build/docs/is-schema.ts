/** Narrows the parts of the API description, which are JSON. */
import type { Schema } from '../openapi/schema.ts';

/** Whether a value is a JSON object. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON array. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
