/** What hosts say that insist on a larger screen. */
import { expect, test } from 'vitest';
import { requiredModel } from '../../../../worker/pages/terminal/browser/required-model.ts';

test.each([
  ['Plain model 4 required.', 4],
  ['plain model 4 required', 4],
  ['Model 2 is required for this.', 2],
  ['A 3278 model 3 terminal is required', 3],
  ['This application requires a Model-5 display.', 5],
  ['Welcome.\nPlain model 4 required.', 4],
  ['Model 6 required', null],
  ['model 42 required', null],
  ['Password required. Your terminal is a model 2.', null],
  ['Model 4.\nPassword required.', null],
  ['remodel 4 required', null],
  ['', null],
])('%j: %j', (text, model) => {
  expect(requiredModel(text)).toBe(model);
});
