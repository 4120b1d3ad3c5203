/** The version of this Waypost, from package.json. */
export { version } from '../package.json';
