/** The JSON of the gopher gateway: menus, texts, mail messages, searches, files, sessions, attributes and forms. */
import {
  answer,
  base64,
  boolean,
  integer,
  link,
  list,
  listOf,
  literal,
  nullable,
  object,
  oneOf,
  ref,
  shape,
  string,
  time,
} from './schema.ts';

const charset = 'The charset used for text that is not UTF-8; `utf-8` if all of it is.';
const type = string('The item type, one character.', { minLength: 1, maxLength: 1 });
const typeName = 'The name of the item type.';
const links = object({ self: link('The page.'), raw: link('The octets of the server.') });

const line = {
  display: 'The text of the line.',
  octets: nullable(string('The octets of the text, if the text alone does not determine them.', base64)),
};
const linkMembers = {
  url: nullable(link('The canonical link; null if the line has no valid URL.')),
  open: nullable(link('The address that a page links to; null if it may not be linked.')),
};

const question = { name: 'The name of the field in the submitted form.', question: 'The question.' };
const value = 'The initial value.';
const fields = [
  object({ kind: literal('Note'), ...question, value }),
  object({ kind: { enum: ['Ask', 'AskP', 'AskL', 'AskF'] }, ...question, preset: 'The default value.', value }),
  object({ kind: literal('Choose'), ...question, choices: list('A choice.', 'The choices.'), value }),
  object({ kind: literal('Select'), ...question, preset: boolean('The default value.'), value }),
  object({ kind: literal('ChooseF'), ...question, value }),
];

export const gopherAnswers = {
  GopherMenu: answer('menu', 'A menu of a gopher server.', {
    title: nullable('The title of the menu, if the server marks one.'),
    charset,
    truncated: boolean('Whether the server sent more than this gateway reads.'),
    lines: list(ref('GopherLine'), 'The lines, in the order of the server.'),
    links,
  }),
  GopherText: answer('text', 'A text on a gopher server.', {
    charset,
    text: 'The text, without the framing of the protocol.',
    links,
  }),
  GopherMail: answer('mail', 'A mail message on a gopher server.', {
    headers: listOf('The header fields in order.', { name: 'The name in lower case.', value: 'The value, decoded.' }),
    text: nullable('The text.'),
    html: nullable('The text as an HTML document. It is not sanitized.'),
    attachments: listOf('The attachments.', { name: nullable('The file name.'), mediaType: 'The media type.' }),
  }),
  GopherSearch: answer('search', 'The form of a search that has no words yet.', {
    form: object({
      parameter: 'The query parameter for the search words.',
      method: literal('GET'),
      action: link('The address of the form.'),
    }),
  }),
  GopherFile: answer('file', 'A file on a gopher server.', {
    type,
    typeName,
    name: 'The file name for saving.',
    selector: 'The selector.',
    mediaType: 'The media type that the link suggests; the server was not asked.',
    links: object({ raw: link('The octets of the server.') }),
  }),
  GopherSession: answer('session', 'A terminal session that a gopher server points to.', {
    session: link('The link to the session.'),
    host: 'The server.',
    port: integer('Its port.'),
    login: nullable('The login name.'),
  }),
  GopherAttributes: answer('attributes', 'The Gopher+ attributes of an item, or of all items of a menu.', {
    charset,
    items: listOf('The items, in the order of the server.', {
      info: nullable(ref('GopherLine')),
      modified: nullable(time('The time of the last change.')),
      views: listOf('The representations.', {
        type: 'A media type.',
        language: nullable('The language, such as `En_US`.'),
        size: nullable('The size, as the server estimates it.'),
      }),
      ask: list({ type: 'object' }, 'The questions of the form.'),
      blocks: listOf('All attributes except INFO, as the server sends them.', {
        name: 'The name, without the plus sign.',
        argument: 'The text beside the name.',
        lines: list('A line.', 'The lines.'),
      }),
    }),
  }),
  GopherForm: answer('form', 'A form of Gopher+.', {
    method: literal('POST'),
    action: link('The address of the form, which takes values only from a page of this service.'),
    fields: list({ anyOf: fields }, 'The fields of the form. A note has no value.'),
  }),
};

export const gopherParts = {
  GopherLine: {
    description: 'One line of a menu.',
    anyOf: [
      shape('An item of a gopher server.', {
        kind: literal('item'),
        type,
        typeName,
        ...line,
        selector: 'The selector as text; its octets are in the link.',
        host: 'The server.',
        port: integer('Its port.', { minimum: 1, maximum: 65_535 }),
        mirror: boolean('Whether it is a mirror of the item before it.'),
        gopherPlus: { enum: ['item', 'form', null], description: 'The Gopher+ field of the item.' },
        ...linkMembers,
        attributes: nullable(link('The link to its attributes.')),
      }),
      shape('A link to another protocol.', { kind: literal('link'), type, ...line, ...linkMembers }),
      shape('A line of text.', {
        kind: oneOf(
          ['info', 'title', 'error', 'stray'],
          'The kind of line. A `stray` line does not follow the menu format.',
        ),
        ...line,
      }),
    ],
  },
};
