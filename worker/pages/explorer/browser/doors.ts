/** The doors of the front page, which follow what somebody types. */
import { rootAddress } from '../../parts/browser/base-path.ts';
import { DOOR, resolveAnswer, resolveRequest, WEBHOOK_DOOR, webhookRequest } from '../door-texts.ts';
import { NotLoaded } from './on-demand.ts';

/** Follows the fields of the doors, if the page has them. */
export function startDoors(): void {
  follow(DOOR.field, (field) => void answer(field));
  follow(WEBHOOK_DOOR.field, ({ value }) => {
    write(WEBHOOK_DOOR.request, webhookRequest(rootAddress(), value));
    // The server looks up the host, if it is asked.
    write(WEBHOOK_DOOR.answer, 'Press Check for the answer.');
  });
}

function follow(id: string, show: (field: HTMLInputElement) => void): void {
  const field = document.querySelector<HTMLInputElement>(`#${id}`);
  field?.addEventListener('input', () => show(field));
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
