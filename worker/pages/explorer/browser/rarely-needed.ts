/**
 * What few visitors of the explorer need: the tests for a text with links, proposals for a text that is not a URL, and
 * the form for short links. The page loads this file when it needs one of them.
 */
export { proposalsFor } from '../../parts/proposals.ts';
export { containsLink, isText } from '../text-input.ts';
export { makeShortLink, ShortLinkForm } from './short-link.tsx';
