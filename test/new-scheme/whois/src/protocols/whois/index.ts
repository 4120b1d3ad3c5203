/** A client for whois servers. */
export { ask } from './client.ts';
