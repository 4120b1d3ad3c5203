/** A registry of packages on loopback, as far as `npm publish` and `npm install` need one. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** What `npm publish` sends (npm, "Package Metadata"). */
interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, { readonly dist: { tarball: string } }>>;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

interface Registry {
  readonly origin: string;
  /** The names of the files that were published. */
  readonly published: readonly string[];
  readonly close: () => Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const documents = new Map<string, Omit<Publication, '_attachments'>>();
  const files = new Map<string, Buffer>();
  const published: string[] = [];
  let origin = '';

  function publish({ _attachments, ...document }: Publication): void {
    for (const { dist } of Object.values(document.versions)) {
      dist.tarball = `${origin}${new URL(dist.tarball).pathname}`;
    }
    documents.set(`/${document.name}`, document);
    for (const [file, { data }] of Object.entries(_attachments)) {
      files.set(`/${document.name}/-/${file}`, Buffer.from(data, 'base64'));
      published.push(file);
    }
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (request.method === 'PUT') {
      publish(JSON.parse(await text(request)));
      response.writeHead(201).end('{}');
      return;
    }
    const answer = files.get(path) ?? (documents.has(path) ? JSON.stringify(documents.get(path)) : null);
    response.writeHead(answer === null ? 404 : 200).end(answer ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  return { origin, published, close: async () => void server.close() };
}
