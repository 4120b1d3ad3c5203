/** The JSON of the gopher gateway: menus, texts, mail messages, searches, files, sessions, attributes and forms. */
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link.', { format: 'uri' });
const charset = string('The charset used for text that is not UTF-8; `utf-8` if all of it is.');
const type = string('The item type, one character.', { minLength: 1, maxLength: 1 });
const typeName = string('The name of the item type.');
const base64 = { contentEncoding: 'base64' };
const address = (description: string): Schema => string(description, { format: 'uri' });

const display = string('The text of the line.');
const octets = nullable(string('The octets of the text, if the text alone does not determine them.', base64));
const linkMembers = {
  url: nullable(string('The canonical link; null if the line has no valid URL.', { format: 'uri' })),
  open: nullable(address('The address that a page links to; null if it may not be linked.')),
};

const question = { name: string('The name of the field in the submitted form.'), question: string('The question.') };
const value = string('The initial value.');

export const gopherSchemas: Readonly<Record<string, Schema>> = {
  GopherMenu: object(
    {
      kind: literal('menu'),
      url,
      title: nullable(string('The title of the menu, if the server marks one.')),
      charset,
      truncated: boolean('Whether the server sent more than this gateway reads.'),
      lines: list(ref('GopherLine'), 'The lines, in the order of the server.'),
      links: object({ self: address('The page.'), raw: address('The octets of the server.') }),
    },
    'A menu of a gopher server.',
  ),
  GopherLine: {
    description: 'One line of a menu.',
    anyOf: [
      object(
        {
          ...{ kind: literal('item'), type, typeName, display, octets },
          selector: string('The selector as text; its octets are in the link.'),
          host: string('The server.'),
          port: integer('Its port.', { minimum: 1, maximum: 65_535 }),
          mirror: boolean('Whether it is a mirror of the item before it.'),
          gopherPlus: { enum: ['item', 'form', null], description: 'The Gopher+ field of the item.' },
          ...linkMembers,
          attributes: nullable(string('The link to its attributes.', { format: 'uri' })),
        },
        'An item of a gopher server.',
      ),
      object({ kind: literal('link'), type, display, octets, ...linkMembers }, 'A link to another protocol.'),
      object(
        {
          kind: oneOf(
            ['info', 'title', 'error', 'stray'],
            'The kind of line. A `stray` line does not follow the menu format.',
          ),
          display,
          octets,
        },
        'A line of text.',
      ),
    ],
  },
  GopherText: object(
    {
      ...{ kind: literal('text'), url, charset },
      text: string('The text, without the framing of the protocol.'),
      links: object({ self: address('The page.'), raw: address('The octets of the server.') }),
    },
    'A text on a gopher server.',
  ),
  GopherMail: object(
    {
      ...{ kind: literal('mail'), url },
      headers: list(
        object({ name: string('The name in lower case.'), value: string('The value, decoded.') }),
        'The header fields in order.',
      ),
      text: nullable(string('The text.')),
      html: nullable(string('The text as an HTML document. It is not sanitized.')),
      attachments: list(
        object({ name: nullable(string('The file name.')), mediaType: string('The media type.') }),
        'The attachments.',
      ),
    },
    'A mail message on a gopher server.',
  ),
  GopherSearch: object(
    {
      ...{ kind: literal('search'), url },
      form: object({
        parameter: string('The query parameter for the search words.'),
        method: literal('GET'),
        action: address('The address of the form.'),
      }),
    },
    'The form of a search that has no words yet.',
  ),
  GopherFile: object(
    {
      ...{ kind: literal('file'), url, type, typeName },
      name: string('The file name for saving.'),
      selector: string('The selector.'),
      mediaType: string('The media type that the link suggests; the server was not asked.'),
      links: object({ raw: address('The octets of the server.') }),
    },
    'A file on a gopher server.',
  ),
  GopherSession: object(
    {
      ...{ kind: literal('session'), url },
      session: string('The link to the session.', { format: 'uri' }),
      host: string('The server.'),
      port: integer('Its port.'),
      login: nullable(string('The login name.')),
    },
    'A terminal session that a gopher server points to.',
  ),
  GopherAttributes: object(
    {
      ...{ kind: literal('attributes'), url, charset },
      items: list(
        object({
          info: nullable(ref('GopherLine')),
          modified: nullable(string('The time of the last change.', { format: 'date-time' })),
          views: list(
            object({
              type: string('A media type.'),
              language: nullable(string('The language, such as `En_US`.')),
              size: nullable(string('The size, as the server estimates it.')),
            }),
            'The representations.',
          ),
          ask: list({ type: 'object' }, 'The questions of the form.'),
          blocks: list(
            object({
              name: string('The name, without the plus sign.'),
              argument: string('The text beside the name.'),
              lines: list(string('A line.'), 'The lines.'),
            }),
            'All attributes except INFO, as the server sends them.',
          ),
        }),
        'The items, in the order of the server.',
      ),
    },
    'The Gopher+ attributes of an item, or of all items of a menu.',
  ),
  GopherForm: object(
    {
      ...{ kind: literal('form'), url },
      method: literal('POST'),
      action: address('The address of the form, which takes values only from a page of this service.'),
      fields: list(
        {
          anyOf: [
            object({ kind: literal('Note'), ...question, value }),
            object({
              kind: { enum: ['Ask', 'AskP', 'AskL', 'AskF'] },
              ...question,
              preset: string('The default value.'),
              value,
            }),
            object({ kind: literal('Choose'), ...question, choices: list(string('A choice.'), 'The choices.'), value }),
            object({ kind: literal('Select'), ...question, preset: boolean('The default value.'), value }),
            object({ kind: literal('ChooseF'), ...question, value }),
          ],
        },
        'The fields of the form. A note has no value.',
      ),
    },
    'A form of Gopher+.',
  ),
};

/** The names of the schemas of answers. */
export const gopherAnswers: readonly string[] = Object.keys(gopherSchemas).filter((name) => name !== 'GopherLine');
