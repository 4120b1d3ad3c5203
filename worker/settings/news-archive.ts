/** The news archive of a deployment: in a bucket, at a web server, or in a folder of a self-hosted server. */
import type { NewsArchivePlace } from '../../src/net/configured-servers.ts';
import type { ArchiveSource } from '../../src/news-archive/archive.ts';
import { damaged } from '../../src/news-archive/format.ts';
import type { NewsArchiveSetting } from '../../src/open/contract.ts';
import { ConfigurationError } from '../errors/request-error.ts';

type Bucket = Pick<R2Bucket, 'get'>;
type Folder = Pick<Fetcher, 'fetch'>;
/** A bucket, or a service that serves the files of a folder. */
export type ArchiveFiles = Bucket | Folder;

/** A service has every method, as far as one can see from outside; a bucket has no `fetch`. */
const isFolder = (files: ArchiveFiles): files is Folder => 'fetch' in files && typeof files.fetch === 'function';

export function isArchiveFiles(value: unknown): boolean {
  const methods = ['get', 'fetch'] as const;
  return (
    typeof value === 'object' &&
    value !== null &&
    methods.some((name) => typeof Reflect.get(value, name) === 'function')
  );
}

/**
 * @param files - absent = this platform reads no files
 * @throws ConfigurationError for a folder that nothing reads
 */
export function newsArchiveOf(
  place: NewsArchivePlace | null,
  files: ArchiveFiles | undefined,
): NewsArchiveSetting | null {
  if (files !== undefined && !isFolder(files)) return { kind: 'files', source: bucketSource(files) };
  const isOwn = place?.kind === 'web' && place.host === LOOPBACK && OWN_PATH.test(place.path);
  if (isOwn && files !== undefined) {
    return { kind: 'files', source: ownSource(files, `http://${place.host}:${place.port}${place.path}`) };
  }
  if (place?.kind !== 'folder') return place;
  throw new ConfigurationError(
    'missing or wrong: NEWS_ARCHIVE (must be an http(s) address: there are no folders here)',
  );
}

/** What the launcher of a self-hosted server makes of a folder, see `worker/self-host/archive-server.ts`. */
const LOOPBACK = '127.0.0.1';
const OWN_PATH = /^\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/$/;

function bucketSource(bucket: Bucket): ArchiveSource {
  return {
    async read(name, offset, length) {
      const object = await bucket.get(name, { range: { offset, length } });
      if (object === null) throw damaged(`The bucket does not have ${name}.`);
      return new Uint8Array(await object.arrayBuffer());
    },
  };
}

const PARTIAL = 206;
/** The file ends before the part begins (RFC 9110 §15.5.17). */
const NO_SUCH_RANGE = 416;

function ownSource(files: Folder, folder: string): ArchiveSource {
  return {
    async read(name, offset, length) {
      const path = name.split('/').map(encodeURIComponent).join('/');
      const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
      const response = await files.fetch(`${folder}${path}`, { headers });
      const octets = new Uint8Array(await response.arrayBuffer());
      if (response.status === NO_SUCH_RANGE) return octets.subarray(0, 0);
      if (response.status === PARTIAL) return octets;
      throw damaged(`The folder of NEWS_ARCHIVE does not have ${name}.`);
    },
  };
}
