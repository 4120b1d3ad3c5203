/**
 * What each kind of scheme puts into `details` and `request` of a resolution, as schemas.
 */
import { boolean, integer, list, literal, nullable, object, oneOf, type Schema, string } from './schema.ts';

interface Kind {
  readonly details: Schema;
  readonly request: Schema;
}

const host = string('The host to connect to.');
const port = integer('The port to connect to.');
const transport = oneOf(['tcp', 'tls'], 'What carries the request.');
const base64 = { contentEncoding: 'base64' };
const nothing: Schema = { type: 'null', description: 'Nothing can be sent for a URL of this kind.' };

const field = (name: string) => object({ name: string(name), value: string('Decoded.') });

/** Every `kind` of a resolution. */
export const kinds: Readonly<Record<string, Kind>> = {
  gopher: {
    details: object({
      type: string('The type of the item: one character.'),
      typeName: nullable(string('What the type stands for.')),
      selector: string('Decoded.'),
      search: nullable(string('The words to search for, decoded.')),
      gopherPlus: nullable(
        object(
          {
            kind: oneOf(
              ['default', 'view', 'ask', 'attributes', 'directoryAttributes', 'form', 'other'],
              'What the Gopher+ string asks for.',
            ),
            view: nullable(string('A media type, or an older name of one.')),
            language: nullable(string('The language of the view.')),
            attributes: list(string('A name.'), 'The attributes that are asked for; empty for all.'),
            answers: list(string('One line.'), 'Answers to the questions of a form.'),
          },
          'The Gopher+ part of the URL.',
        ),
      ),
    }),
    request: object({
      transport,
      host,
      port,
      octets: string('What is sent.', base64),
      text: string('The same for people.'),
    }),
  },
  ftp: {
    details: object({
      absolute: boolean('Whether the path begins at the root of the server.'),
      cwd: list(string('Decoded.'), 'The directories to change to, one after another.'),
      name: string('The file, decoded; empty for a directory.'),
      type: nullable(oneOf(['a', 'i', 'd'], 'Text, image (binary), or a listing of the directory.')),
    }),
    request: object({
      transport,
      host,
      port,
      commands: list(
        object({ line: string('Without its line end.'), octets: string('With its line end.', base64) }),
        'The commands, in order.',
      ),
    }),
  },
  news: {
    details: object({
      group: nullable(string('A group, or a pattern of groups.')),
      messageId: nullable(string('Without angle brackets.')),
      all: boolean('Whether every group is meant.'),
      article: nullable(integer('The number of the article in the group.')),
      server: nullable(string('The host of the server; null for the one a reader is configured with.')),
    }),
    request: object({
      transport,
      host: nullable(host),
      port,
      commands: list(string('Without its line end.'), 'The commands, in order.'),
    }),
  },
  terminal: {
    details: object({
      user: nullable(string('Decoded.')),
      password: nullable(string('Decoded.')),
      advisory: { const: true, description: 'User and password are suggestions; nothing sends them by itself.' },
    }),
    request: object({
      interactive: { const: true, description: 'A person types; there is nothing to send.' },
      protocol: oneOf(['telnet', 'rlogin', 'tn3270'], 'What is spoken.'),
      host,
      port,
      user: nullable(string('The suggested user.')),
    }),
  },
  wais: {
    details: object({
      form: oneOf(['database', 'search', 'document'], 'What the URL names.'),
      database: string('Decoded.'),
      search: nullable(string('The words to search for, decoded.')),
      wtype: nullable(string('The type of the document.')),
      wpath: nullable(string('The identifier of the document, percent-encoded: only its server takes it apart.')),
      length: nullable(integer('The length of the document in octets, where the URL gives it.')),
      fields: list(object({ number: integer('Its tag.'), value: string('Decoded.') }), 'The fields of the identifier.'),
    }),
    request: nothing,
  },
  prospero: {
    details: object({
      hsoname: string('The host-specific object name, decoded.'),
      fields: list(field('The name of the field.'), 'The fields behind the name, in order.'),
      version: nullable(string('The value of the field OBJECT-VERSION.')),
    }),
    request: nothing,
  },
  go: {
    details: object({
      server: nullable(string('The host of the service; null where the URL names none.')),
      commonName: nullable(string('The name to look up.')),
      attributes: list(
        object({ name: string('Its name.'), type: nullable(string('Its type.')), value: string('Decoded.') }),
        'What narrows the search.',
      ),
      id: nullable(string('The identifier of an entry, in place of a name.')),
    }),
    request: object({
      method: literal('POST'),
      url: nullable(string('Where to post it; null for every service a client is configured with.')),
      headers: list(
        { type: 'array', prefixItems: [string('Its name.'), string('Its value.')], items: false, minItems: 2 },
        'The header fields.',
      ),
      body: string('The XML of the query.'),
    }),
  },
  file: {
    details: object({
      host: nullable(string('null for the local machine.')),
      path: string('Decoded.'),
      windowsDrive: nullable(string('Such as `C:`.')),
    }),
    request: nothing,
  },
  afs: {
    details: object({ cell: string('The cell of the file system.'), path: string('Decoded.') }),
    request: nothing,
  },
  mailto: {
    details: object({
      to: list(string('Decoded.'), 'The addresses.'),
      headers: list(field('In lower case.'), 'The header fields, in order.'),
    }),
    request: nothing,
  },
  mid: {
    details: object({
      messageId: nullable(string('Without angle brackets.')),
      contentId: nullable(string('Without angle brackets.')),
    }),
    request: nothing,
  },
  http: {
    details: object({}),
    request: object({
      transport,
      host,
      port,
      method: literal('GET'),
      target: string('The target of the request line.'),
    }),
  },
  unknown: {
    details: object({ experimental: boolean('Whether the scheme begins with `x-`.') }),
    request: nothing,
  },
};
