/** What the explorer needs for international host names: UTS 46, and the letters that look like others. */
export { idna } from '../../../src/idna/idna.ts';
export { foreignLettersIn } from '../../../src/webhooks/scripts.ts';
