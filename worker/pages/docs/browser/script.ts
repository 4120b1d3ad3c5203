/** The script of the documentation: the parts that pages without a script do without. */
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { rememberLanguage } from './languages.ts';
import { followOldAnchor } from './old-anchors.ts';
import { searchDocumentation } from './search.ts';
import { markSection, openTarget } from './sections.ts';
import { tryOperations } from './try-it.ts';

document.documentElement.classList.add('has-script');
followOldAnchor();
openTarget();
markSection();
startCopyButtons();
rememberLanguage();
searchDocumentation();
tryOperations();
