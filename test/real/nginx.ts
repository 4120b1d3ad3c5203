/** A real nginx with a folder of its own, and the blocks of its configuration that documents recommend. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.ts';

const certificates = join(import.meta.dirname, '../servers/certificates');

/** The lines of a server block with TLS. */
export const TLS: string = `ssl_certificate ${certificates}/trusted.pem;
    ssl_certificate_key ${certificates}/server.key;`;

/** The blocks of docs/self-host.md for nginx. */
function selfHostBlocks(): readonly string[] {
  const document = readFileSync(join(import.meta.dirname, '../../docs/self-host.md'), 'utf8');
  return [...document.matchAll(/```nginx\n(.*?)```/gs)].map(([, block = '']) => block);
}

/** The block of docs/self-host.md, in front of the server at this origin: its `map`, and its `server`. */
export function selfHostBlock(origin: string): { readonly upgrade: string; readonly server: string } {
  const [block = ''] = selfHostBlocks();
  const [, upgrade = '', server = ''] = /^(map .*?\n\}\n)(.*)$/s.exec(block) ?? [];
  return { upgrade, server: server.replace('http://127.0.0.1:8080', origin) };
}

/** The blocks of docs/self-host.md that bound what WebSockets send: a `map`, and `stream`, which listens on a port. */
export function boundBlocks(origin: string, port: number): { readonly map: string; readonly stream: string } {
  const [map = '', stream = ''] = selfHostBlocks()
    .slice(1)
    .map((block) => block.replace('8081', `${port}`).replace('127.0.0.1:8080', new URL(origin).host));
  return { map, stream };
}

/** The block of docs/self-host.md for a server whose WebSockets are bounded. */
export const boundServer = (server: string): string => server.replace(/proxy_pass .*;/, 'proxy_pass http://$$waypost;');

export interface Nginx extends Daemon {
  /** The folder that the configuration may name; everybody may read it, and `close` removes it. */
  readonly folder: string;
}

/**
 * Starts nginx.
 *
 * @param port - a port at which it listens
 * @param configure - writes files to the folder, and returns what stands in the block `http`
 * @param beside - what stands beside that block, for which the modules of Debian are loaded
 */
export async function startNginx(port: number, configure: (folder: string) => string, beside = ''): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-nginx-'));
  // The processes of nginx that read files and keep bodies are those of another user.
  chmodSync(folder, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const log = join(folder, 'error.log');
  const configuration = join(folder, 'nginx.conf');
  const http = ['access_log off;', `error_log ${log};`, ...temporary, configure(folder)].join('\n  ');
  const modules = beside === '' ? '' : 'include /etc/nginx/modules-enabled/*.conf;\n';
  writeFileSync(configuration, `${modules}pid ${folder}/nginx.pid;\nevents {}\nhttp {\n  ${http}\n}\n${beside}`);
  const options = ['-e', log, '-c', configuration, '-g', 'daemon off;'];
  const daemon = await startDaemon('/usr/sbin/nginx', options, port);
  const close = async (): Promise<void> => {
    await daemon.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...daemon, folder, close };
}
