/** The script of pages whose only buttons copy a text: those with `data-copy`. */
import { startCopyButtons } from '../../parts/browser/buttons.ts';

document.documentElement.classList.add('has-script');
startCopyButtons();
