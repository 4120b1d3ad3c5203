/** The script of pages whose only buttons copy a text, those with `data-copy`, or go back, those with `data-back`. */
import { startBackLinks, startCopyButtons } from '../../parts/browser/buttons.ts';

document.documentElement.classList.add('has-script');
startCopyButtons();
startBackLinks();
