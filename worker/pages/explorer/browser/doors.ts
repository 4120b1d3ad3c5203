/** The first door of the front page, which answers while somebody types. */
import { rootAddress } from '../../parts/browser/base-path.ts';
import { DOOR, resolveAnswer, resolveRequest } from '../door-texts.ts';
import { NotLoaded } from './on-demand.ts';

/** Follows the field of the door, if the page has one. */
export function startDoors(): void {
  const field = document.querySelector<HTMLInputElement>(`#${DOOR.field}`);
  field?.addEventListener('input', () => void answer(field));
}

/** Shows request and answer. If that needs code that is not loaded, loads it first, unless the field has changed. */
async function answer(field: HTMLInputElement): Promise<void> {
  const { value } = field;
  write(DOOR.request, resolveRequest(rootAddress(), value));
  while (field.value === value) {
    try {
      write(DOOR.answer, resolveAnswer(value));
      return;
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.part.load();
    }
  }
}

function write(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.textContent = text;
}
