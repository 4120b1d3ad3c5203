/** What documents say of the JSON of gopher: menus, texts, mail, searches, files, sessions, attributes and forms. */
import * as s from '../documentation.ts';

const charset = 'The charset used for text that is not UTF-8; `utf-8` if all of it is.';
const type = s.string('The item type, one character.', { minLength: 1, maxLength: 1 });
const typeName = 'The name of the item type.';
const links = s.object({ self: s.link('The page.'), raw: s.link('The octets of the server.') });

const line = {
  display: 'The text of the line.',
  octets: s.nullable(s.string('The octets of the text, if the text alone does not determine them.', s.base64)),
};
const linkMembers = {
  url: s.nullable(s.link('The canonical link; null if the line has no valid URL, or one that runs code.')),
  open: s.nullable(s.link('The address that a page links to; null if it may not be linked.')),
};

const question = { name: 'The name of the field in the submitted form.', question: 'The question.' };
const value = 'The initial value.';
const fields = [
  s.object({ kind: s.literal('Note'), ...question, value }),
  s.object({ kind: { enum: ['Ask', 'AskP', 'AskL', 'AskF'] }, ...question, preset: 'The default value.', value }),
  s.object({ kind: s.literal('Choose'), ...question, choices: s.list('A choice.', 'The choices.'), value }),
  s.object({ kind: s.literal('Select'), ...question, preset: s.boolean('The default value.'), value }),
  s.object({ kind: s.literal('ChooseF'), ...question, value }),
];

export const answers = {
  GopherMenu: s.answer('menu', 'A menu of a gopher server.', {
    title: s.nullable('The title of the menu, if the server marks one.'),
    charset,
    truncated: s.boolean('Whether the server sent more than this gateway reads.'),
    broken: s.nullable('The error that ended the menu before its end; null if it is whole.'),
    lines: s.list(s.ref('GopherLine'), 'The lines, in the order of the server.'),
    links,
  }),
  GopherText: s.textAnswer('A text on a gopher server.', {
    text: 'The text, without the framing of the protocol.',
    links,
  }),
  GopherMail: s.answer('mail', 'A mail message on a gopher server.', {
    headers: s.listOf('The header fields in order.', { name: 'The name in lower case.', value: 'The value, decoded.' }),
    text: s.nullable('The text.'),
    html: s.nullable('The text as an HTML document. It is not sanitized.'),
    attachments: s.listOf('The attachments.', { name: s.nullable('The file name.'), mediaType: 'The media type.' }),
  }),
  GopherSearch: s.answer('search', 'The form of a search that has no words yet.', {
    form: s.object({
      parameter: 'The query parameter for the search words.',
      method: s.literal('GET'),
      action: s.link('The address of the form.'),
    }),
    proposed: s.nullable(
      s.shape('The search that the link may mean, if its selector has a question mark.', {
        url: s.link('The canonical link.'),
        words: 'The words behind the question mark, decoded.',
        open: s.openable,
      }),
    ),
  }),
  GopherPhoneBook: s.answer(
    'phone-book',
    'A phone book (CSO, RFC 2378): its form, and the entries that match a query.',
    {
      form: s.object({
        method: s.literal('GET'),
        action: s.link('The address of the form.'),
        fields: s.listOf('The fields, in the order of the server.', {
          searchable: s.boolean('Whether a query may name the field.'),
          parameter: s.nullable('The query parameter for its words; null if the field cannot be searched.'),
          name: 'The name.',
          description: 'A description for people; empty if there is none.',
          longest: s.nullable(s.count('The most octets of a value; null if the server does not say.')),
          attributes: s.list('An attribute.', 'The attributes, as the server writes them.'),
          indexed: s.boolean('Whether it has an index. A query needs at least one such field.'),
          lookup: s.boolean('Whether the server marks it as a field for queries.'),
          public: s.boolean('Whether strangers see its values.'),
          default: s.boolean('Whether a query returns it that does not name what it wants.'),
        }),
      }),
      query: s.nullable(
        s.object({
          terms: s.listOf('What fields must match.', { field: 'The field.', words: 'The words.' }),
          fields: {
            anyOf: [
              s.literal('all'),
              s.list('The name of a field.', 'The names of fields; empty = the server chooses.'),
            ],
            description: 'The fields to return.',
          },
        }),
      ),
      entries: s.nullable(
        s.listOf('The entries; null without a query.', {
          number: s.integer('The number of the entry in this answer, from 1.'),
          fields: s.listOf('The fields of the entry.', {
            name: 'The name.',
            value: s.nullable('The value, with LF between lines; null if the server shows none.'),
            status: s.integer('The status of the server: 200 for a value.'),
          }),
        }),
      ),
      links: s.object({ self: s.link('The address of this answer.'), raw: s.link('The text of the server.') }),
    },
  ),
  GopherFile: s.answer('file', 'A file on a gopher server.', {
    type,
    typeName,
    name: 'The file name for saving.',
    selector: 'The selector.',
    mediaType: 'The media type that the link suggests; the server was not asked.',
    links: s.object({ raw: s.link('The octets of the server.') }),
  }),
  GopherSession: s.answer('session', 'A terminal session that a gopher server points to.', {
    session: s.link('The link to the session.'),
    host: 'The server.',
    port: s.integer('Its port.'),
    login: s.nullable('The login name.'),
  }),
  GopherAttributes: s.answer('attributes', 'The Gopher+ attributes of an item, or of all items of a menu.', {
    charset,
    items: s.listOf('The items, in the order of the server.', {
      info: s.nullable(s.ref('GopherLine')),
      modified: s.nullable(s.time('The time of the last change.')),
      views: s.listOf('The representations.', {
        type: 'A media type.',
        language: s.nullable('The language, such as `En_US`.'),
        size: s.nullable('The size, as the server estimates it.'),
      }),
      ask: s.list({ type: 'object' }, 'The questions of the form.'),
      blocks: s.listOf('All attributes except INFO, as the server sends them.', {
        name: 'The name, without the plus sign.',
        argument: 'The text beside the name.',
        lines: s.list('A line.', 'The lines.'),
      }),
    }),
  }),
  GopherForm: s.answer('form', 'A form of Gopher+.', {
    method: s.literal('POST'),
    action: s.link('The address of the form, which takes values only from a page of this service.'),
    fields: s.list({ anyOf: fields }, 'The fields of the form. A note has no value.'),
  }),
};

export const parts = {
  GopherLine: {
    description: 'One line of a menu.',
    anyOf: [
      s.shape('An item of a gopher server.', {
        kind: s.literal('item'),
        type,
        typeName,
        ...line,
        selector: 'The selector as text; its octets are in the link.',
        host: 'The server.',
        port: s.integer('Its port.', { minimum: 1, maximum: 65_535 }),
        mirror: s.boolean('Whether it is a mirror of the item before it.'),
        gopherPlus: { enum: ['item', 'form', null], description: 'The Gopher+ field of the item.' },
        ...linkMembers,
        attributes: s.nullable(s.link('The link to its attributes.')),
      }),
      s.shape('A link to another protocol.', {
        kind: s.literal('link'),
        type,
        ...line,
        ...linkMembers,
        target: 'The URL as the menu has it, unchecked. It may be code, such as `javascript:`.',
      }),
      s.shape('A line of text.', {
        kind: s.oneOf(
          ['info', 'title', 'error', 'stray'],
          'The kind of line. A `stray` line does not follow the menu format.',
        ),
        ...line,
      }),
    ],
  },
};

export const parameters = {
  sent: 'The reply to a Gopher+ form, for pages of this service: when the form was sent.',
};

export const departures: readonly s.Departure[] = [
  {
    request: ['{selector}\t!+{blocks}', '{selector}\t$+{blocks}'],
    sent: ['{selector}\t!', '{selector}\t$'],
    reason: 'Servers disagree on lists of attributes. All are fetched, and those of the list are shown.',
  },
  {
    request: [],
    sent: ['caps.txt', 'robots.txt'],
    reason: 'The charset of a text that is not UTF-8 may be in caps.txt. Robots and checks obey robots.txt.',
  },
];
