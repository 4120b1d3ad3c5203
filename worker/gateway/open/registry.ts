/** The gateways of kinds of links that have no opener, or more than it. */
export { gopher } from '../gopher/gopher.ts';
export { mailto } from '../mailto/draft.tsx';
export { terminal } from '../terminal/terminal.ts';
