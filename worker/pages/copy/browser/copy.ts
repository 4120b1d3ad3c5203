/** The script of pages whose only buttons copy a text: those with `data-copy`. */
import { copy } from '../../explorer/browser/buttons.ts';

document.documentElement.classList.add('has-script');
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.dataset.copy !== undefined) void copy(button.dataset.copy, button);
});
