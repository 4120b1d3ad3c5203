/** The visitors' book: an `+ASK` form with a field of every kind (Gopher+ §2.8). */
import type { AskField } from '../gopher/exhibit.ts';

export const askFields: readonly AskField[] = [
  { kind: 'Note', text: 'Please sign the book. Nothing is kept.' },
  { kind: 'Ask', text: 'Your name?', preset: 'Anonymous' },
  { kind: 'AskP', text: 'A secret, which nobody will see?' },
  { kind: 'AskL', text: 'What did you think of the museum?' },
  { kind: 'Choose', text: 'How did you come?', options: ['By gopher', 'By FTP', 'On foot'] },
  { kind: 'Select', text: 'You would come again?', preset: true },
  { kind: 'Select', text: 'You touched the exhibits?', preset: false },
  { kind: 'AskF', text: 'A file to keep the answer in?', preset: 'answer.txt' },
  { kind: 'ChooseF', text: 'A text file to leave with us?' },
];
