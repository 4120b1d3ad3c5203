/** The directories of the Prospero test server, and its answers as dirsrv writes them. */

export interface DirectoryEntry {
  readonly name: string;
  readonly type: string;
  /** Absent = `L`. */
  readonly kind?: 'L' | 'U';
  readonly host?: string;
  readonly hsoname: string;
  readonly contents?: string;
  /** Access methods besides the server's own, each as its fields. */
  readonly access?: readonly (readonly string[])[];
}

/** The ports of other servers that links lead to. */
export interface OtherPorts {
  readonly ftp: number;
  readonly gopher: number;
  readonly wais: number;
}

type Node =
  | { readonly kind: 'directory'; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: 'file'; readonly contents: string }
  /** A file that only another server gives, by an access method. */
  | { readonly kind: 'remote'; readonly access: readonly string[] }
  /** A line in place of an answer. */
  | { readonly kind: 'line'; readonly line: string };

const MODIFIED = '19941116120000Z';
const WELCOME = 'Prospero names files on any server in directories of your own.\nIt began in 1989.\n';
const ODD = "it's here.txt";

const file = (name: string, hsoname: string, contents: string): DirectoryEntry => ({
  ...{ name, type: 'FILE', hsoname, contents },
});

/** Every object, by its host-specific name. */
export class Directory {
  readonly #here: string;
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #archive: readonly DirectoryEntry[];

  constructor(port: number, other: OtherPorts) {
    this.#here = `localhost(${port})`;
    const directory = (...entries: DirectoryEntry[]): Node => ({ kind: 'directory', entries });
    const line = (text: string): Node => ({ kind: 'line', line: text });
    const contents = (text: string): Node => ({ kind: 'file', contents: text });
    const docs = [file('plan.txt', '/museum/docs/plan.txt', 'The plan.\n')];
    const entry = (name: string): DirectoryEntry => ({ name, type: 'DIRECTORY', hsoname: `/museum/${name}` });
    this.#archive = [
      external('README', `localhost(${other.ftp})`, '/pub/README', 'TEXT'),
      external('gopher-protocol.txt', 'ftp.example.net', '/doc/gopher-protocol.txt', 'BINARY'),
      { ...external('gopher.tar.Z', 'ftp.example.net', '/pub/gopher it.tar.Z', 'BINARY') },
    ];
    this.#nodes = new Map<string, Node>([
      [
        '/museum',
        directory(
          file('welcome.txt', '/museum/welcome.txt', WELCOME),
          file(ODD, `/museum/${ODD}`, 'Odd.\n'),
          ...['docs', 'many', 'empty', 'forwarded', 'circle', 'private', 'nobody'].map(entry),
          { name: 'more', type: 'DIRECTORY', kind: 'U', hsoname: '/museum/more' },
          ...this.#archive.slice(0, 1),
          {
            ...{ name: 'menu', type: 'FILE', hsoname: '/museum/menu' },
            access: [['GOPHER', 'INTERNET-D', `localhost(${other.gopher})`, 'ASCII', '1/']],
          },
          {
            ...{ name: 'database', type: 'FILE', hsoname: '/museum/database' },
            access: [['WAIS', 'INTERNET-D', `localhost(${other.wais})`, 'ASCII', 'history']],
          },
        ),
      ],
      ['/museum/docs', directory(...docs)],
      ['/museum/more', directory(file('merged.txt', '/museum/merged.txt', 'From another directory.\n'))],
      ['/museum/unions', directory(...Array.from({ length: 7 }, (_, index) => union(`/museum/union${index}`)))],
      ...Array.from({ length: 7 }, (_, index): [string, Node] => {
        const name = `union${index}.txt`;
        return [`/museum/union${index}`, directory(file(name, `/museum/${name}`, ''))];
      }),
      ['/museum/many', directory(...Array.from({ length: 5000 }, (_, index) => many(index)))],
      [
        '/museum/remote',
        { kind: 'remote', access: ['AFTP', 'INTERNET-D', 'ftp.example.net', 'ASCII', '/pub/a.Z', 'BINARY'] },
      ],
      ['/museum/lost', { kind: 'remote', access: ['LOCAL', '', '', '', ''] }],
      ['/museum/empty', line('NONE-FOUND')],
      ['/museum/forwarded', line(`FORWARDED INTERNET-D ${this.#here} ASCII /museum/docs 0`)],
      ['/museum/circle', line(`FORWARDED INTERNET-D ${this.#here} ASCII /museum/circle 0`)],
      ['/museum/away', line('FORWARDED INTERNET-D 192.168.0.1 ASCII /museum 0')],
      ['/museum/private', line('FAILURE NOT-AUTHORIZED')],
      ['/museum/broken', line('ERROR a line in /usr/pfs/dir.c')],
      ['/museum/quote', line("LINK  L FILE 'a")],
      ['/museum/welcome.txt', contents(WELCOME)],
      [`/museum/${ODD}`, contents('Odd.\n')],
      ['/museum/docs/plan.txt', contents('The plan.\n')],
      ['/museum/merged.txt', contents('From another directory.\n')],
      ['/museum/page.html', contents('<h1>Hello</h1><script>alert(1)</script>\n')],
    ]);
  }

  /** The answer to the lines of a question, one character for each octet. */
  answer(question: string): string {
    const version = /^VERSION (\d+)/.exec(question)?.[1];
    const [, command = '', quoted = ''] =
      /\n(DIRECTORY|GET-OBJECT-INFO CONTENTS|GET-OBJECT-INFO ATTRIBUTES) ASCII ('(?:[^']|'')*'|\S+)(?: \S+)?\n/.exec(
        question,
      ) ?? [];
    const hsoname = quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("''", "'") : quoted;
    if (command === '') return 'ERROR \n';
    if (hsoname === '/museum/old') {
      if (version !== '1') return 'VERSION-NOT-SUPPORTED TRY 1\n';
      return this.#list([file('old name.txt', '/museum/old.txt', '123')], '1');
    }
    const [, words] = /^ARCHIE\/MATCH\(\d+,\d+,[^)]*\)\/(.*)$/.exec(hsoname) ?? [];
    if (words !== undefined) {
      const found = this.#archive.filter(({ name }) => name.includes(words));
      return found.length === 0 ? 'NONE-FOUND\n' : this.#list(found, '5');
    }
    const node = this.#nodes.get(hsoname);
    if (node === undefined) return 'FAILURE NOT-FOUND\n';
    if (node.kind === 'line') return `${node.line}\n`;
    if (node.kind === 'remote' && command.endsWith('ATTRIBUTES')) {
      return `ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE ${node.access.map(token).join(' ')}\n`;
    }
    if (command === 'DIRECTORY') {
      return node.kind !== 'directory' ? 'FAILURE NOT-A-DIRECTORY\n' : this.#list(node.entries, '5');
    }
    if (node.kind !== 'file' || command.endsWith('ATTRIBUTES')) return 'FAILURE NOT-FOUND\n';
    return `ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA ${token(node.contents)}\n`;
  }

  #list(entries: readonly DirectoryEntry[], version: '1' | '5'): string {
    return entries.map((entry) => this.#entry(entry, version)).join('');
  }

  #entry(
    { name, type, kind = 'L', host = this.#here, hsoname, contents, access = [] }: DirectoryEntry,
    version: '1' | '5',
  ) {
    if (version === '1') {
      const size = contents === undefined ? '' : `LINK-INFO CACHED SIZE ASCII ${contents.length} bytes\n`;
      return `LINK ${kind} ${type} ${name.replaceAll(' ', '_')} INTERNET-D ${host} ASCII ${hsoname} 0 0\n${size}`;
    }
    const attribute = (text: string): string => `ATTRIBUTE OBJECT INTRINSIC ${text}\n`;
    const methods =
      contents === undefined ? access : [...access, ['PROSPERO-CONTENTS', '', '', '', ''], ['LOCAL', '', '', '', '']];
    return [
      `LINK  ${kind} ${type} ${token(name)} INTERNET-D ${host} ASCII ${token(hsoname)} 0\n`,
      ...(contents === undefined
        ? []
        : [attribute(`SIZE SEQUENCE ${contents.length}' bytes'`), attribute(`LAST-MODIFIED SEQUENCE ${MODIFIED}`)]),
      ...methods.map((method) => attribute(`ACCESS-METHOD SEQUENCE ${method.map(token).join(' ')}`)),
    ].join('');
  }
}

function external(name: string, host: string, hsoname: string, mode: 'BINARY' | 'TEXT'): DirectoryEntry {
  return { name, type: `EXTERNAL(AFTP,${mode})`, host, hsoname };
}

function union(hsoname: string): DirectoryEntry {
  return { name: hsoname, type: 'DIRECTORY', kind: 'U', hsoname };
}

function many(index: number): DirectoryEntry {
  return { name: `file-${index}.txt`, type: 'FILE', hsoname: `/museum/many/file-${index}.txt` };
}

/** As dirsrv quotes: the quote opens where the first odd character stands. */
function token(text: string): string {
  const odd = text.search(/[ '\n]/);
  if (text === '') return "''";
  return odd === -1 ? text : `${text.slice(0, odd)}'${text.slice(odd).replaceAll("'", "''")}'`;
}
