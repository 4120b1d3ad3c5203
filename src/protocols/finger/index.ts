/** A client for finger servers. */
export { ask } from './client.ts';
