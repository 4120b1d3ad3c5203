/** What the bundle exports: the commands that use the network. */
export { check } from './check.ts';
export { get } from './get.ts';
