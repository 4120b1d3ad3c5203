/** The version of this Waypost, as package.json has it. */
export { version } from '../package.json';
