/**
 * The explorer's script: one file, which a page runs for itself and once more as its worker, so that a browser
 * loads the library once.
 */
import { startPage } from './page.tsx';
import { serveTexts } from './texts.ts';

if (typeof document === 'undefined') serveTexts();
else startPage();
