/**
 * What few visitors of the explorer need: the table of the links in a text, with the tests for one, proposals for a
 * text that is not a URL, and the form for short links. The page loads this file when it needs one of them. Its worker
 * runs it too.
 */
import { serveLinks } from './links-worker.ts';

export { proposalsFor } from '../../parts/proposals.ts';
export { containsLink, isText } from '../text-input.ts';
export { LinksTable } from './links-table.tsx';
export { makeShortLink, ShortLinkForm } from './short-link.tsx';

if (typeof document === 'undefined') serveLinks();
