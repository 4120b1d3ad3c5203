/** What the bundle exports: the commands that use the network. */
export { linkChecker } from './check.ts';
export { get } from './get.ts';
