/** Responds with what only gopher has. */
import type { GopherValues } from '../../../src/open/gopher/gopher.ts';
import type { ShapeContext } from '../shapes/context.ts';
import { respondWithAttributes } from './attributes-page.tsx';
import { respondWithForm } from './form-page.tsx';
import { respondWithMail } from './mail-page.tsx';
import { respondWithHelp, respondWithPhoneBook } from './phone-book-page.tsx';
import { respondWith } from './respond.ts';
import { nothingPage, searchPage, sessionPage } from './short-pages.tsx';

export function respondWithValues(context: ShapeContext, values: GopherValues): Response {
  switch (values.kind) {
    case 'attributes':
      return respondWithAttributes(context, values);
    case 'form':
      return respondWithForm(context, values);
    case 'mail':
      return respondWithMail(context, values);
    case 'phone-book':
      return respondWithPhoneBook(context, values);
    case 'help':
      return respondWithHelp(context, values);
    case 'search':
      return respondWith(context, values, () => searchPage(context, values));
    case 'session':
      return respondWith(context, values, () => sessionPage(context, values));
    case 'nothing':
      return respondWith(context, values, nothingPage);
  }
}
