/** What the gopher gateway says as JSON: menus, texts, letters, searches, files, sessions, attributes and forms. */
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link to it.', { format: 'uri' });
const charset = string('The charset of what is not UTF-8; `utf-8` where everything is.');
const type = string('The item type, one character.', { minLength: 1, maxLength: 1 });
const typeName = string('What the item type is called.');
const base64 = { contentEncoding: 'base64' };
const here = (description: string): Schema => string(description, { format: 'uri' });

const display = string('For people.');
const octets = nullable(string('The same, where its text cannot tell the octets.', base64));
const leads = {
  url: nullable(string('The canonical link; null where no URL can be made of it.', { format: 'uri' })),
  open: nullable(here('Where a click on it leads; null where it may not be linked.')),
};

const question = { name: string('Of the field in the form that is sent.'), question: string('What is asked.') };
const value = string('What stands there at first.');

export const gopherSchemas: Readonly<Record<string, Schema>> = {
  GopherMenu: object(
    {
      kind: literal('menu'),
      url,
      title: nullable(string('What the server marks as its title.')),
      charset,
      truncated: boolean('Whether the server sent more than this gateway reads.'),
      lines: list(ref('GopherLine'), 'In the order of the server.'),
      links: object({ self: here('Its page.'), raw: here('As the server sends it.') }),
    },
    'A menu of a gopher server.',
  ),
  GopherLine: {
    description: 'One line of a menu.',
    anyOf: [
      object(
        {
          ...{ kind: literal('item'), type, typeName, display, octets },
          selector: string('What the server is asked for; its octets are in the link.'),
          host: string('The server.'),
          port: integer('Its port.', { minimum: 1, maximum: 65_535 }),
          mirror: boolean('Whether it is the same as the item before it, elsewhere.'),
          gopherPlus: { enum: ['item', 'form', null], description: 'What Gopher+ says of it.' },
          ...leads,
          attributes: nullable(string('The link to its attributes.', { format: 'uri' })),
        },
        'Something on a gopher server.',
      ),
      object({ kind: literal('link'), type, display, octets, ...leads }, 'A link out of gopher.'),
      object(
        {
          kind: oneOf(['info', 'title', 'error', 'stray'], 'What it is: `stray` lines are none of a menu.'),
          display,
          octets,
        },
        'Words.',
      ),
    ],
  },
  GopherText: object(
    {
      ...{ kind: literal('text'), url, charset },
      text: string('Without what the protocol adds to it.'),
      links: object({ self: here('Its page.'), raw: here('Its octets.') }),
    },
    'A text on a gopher server.',
  ),
  GopherMail: object(
    {
      ...{ kind: literal('mail'), url },
      headers: list(object({ name: string('In lower case.'), value: string('Decoded.') }), 'In their order.'),
      text: nullable(string('Its text.')),
      html: nullable(string('Its text as a document of HTML, which nobody has made safe.')),
      attachments: list(
        object({ name: nullable(string('Of the file.')), mediaType: string('Its type.') }),
        'Its files.',
      ),
    },
    'A letter on a gopher server.',
  ),
  GopherSearch: object(
    {
      ...{ kind: literal('search'), url },
      form: object({
        parameter: string('What holds the words.'),
        method: literal('GET'),
        action: here('Where they go.'),
      }),
    },
    'A search that waits for its words.',
  ),
  GopherFile: object(
    {
      ...{ kind: literal('file'), url, type, typeName },
      name: string('By which it is saved.'),
      selector: string('What the server is asked for.'),
      mediaType: string('Which type it seems to have; the server has not been asked.'),
      links: object({ raw: here('Its octets.') }),
    },
    'A file on a gopher server.',
  ),
  GopherSession: object(
    {
      ...{ kind: literal('session'), url },
      session: string('The link to the session.', { format: 'uri' }),
      host: string('The server.'),
      port: integer('Its port.'),
      login: nullable(string('Whom to log in as.')),
    },
    'A terminal session that a gopher server points to.',
  ),
  GopherAttributes: object(
    {
      ...{ kind: literal('attributes'), url, charset },
      items: list(
        object({
          info: nullable(ref('GopherLine')),
          modified: nullable(string('When it last changed.', { format: 'date-time' })),
          views: list(
            object({
              type: string('A media type.'),
              language: nullable(string('Such as `En_US`.')),
              size: nullable(string('As the server estimates it.')),
            }),
            'Its representations.',
          ),
          ask: list({ type: 'object' }, 'The questions of its form.'),
          blocks: list(
            object({
              name: string('Without its plus.'),
              argument: string('What stands beside the name.'),
              lines: list(string('A line.'), 'Its lines.'),
            }),
            'All attributes but INFO, as the server has them.',
          ),
        }),
        'The items, in the order of the server.',
      ),
    },
    'What Gopher+ knows of an item, or of the items of a menu.',
  ),
  GopherForm: object(
    {
      ...{ kind: literal('form'), url },
      method: literal('POST'),
      action: here('Where the answers go, from a page of this service.'),
      fields: list(
        {
          anyOf: [
            object({ kind: literal('Note'), ...question, value }),
            object({
              kind: { enum: ['Ask', 'AskP', 'AskL', 'AskF'] },
              ...question,
              preset: string('Its default.'),
              value,
            }),
            object({ kind: literal('Choose'), ...question, choices: list(string('A choice.'), 'All of them.'), value }),
            object({ kind: literal('Select'), ...question, preset: boolean('Its default.'), value }),
            object({ kind: literal('ChooseF'), ...question, value }),
          ],
        },
        'The lines of the form; notes ask nothing.',
      ),
    },
    'A form of Gopher+.',
  ),
};

/** The kinds of answers, by the member `kind`. */
export const gopherAnswers: readonly string[] = Object.keys(gopherSchemas).filter((name) => name !== 'GopherLine');
