/** A certificate authority for one test run, and a server certificate that it signed, both made by openssl. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  /** The path of the authority's certificate. */
  readonly authority: string;
  /** The key and certificate of a server, valid for `NAMES`. */
  readonly server: { readonly key: Buffer; readonly cert: Buffer };
}

const NAMES = 'DNS:gopher.waypost.example.org,DNS:localhost,IP:127.0.0.1';

export function createCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-ca-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-days', '2', '-subj', '/CN=Test');
  openssl('req', ...key, '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', '/CN=server');
  writeFileSync(file('names'), `subjectAltName=${NAMES}\n`);
  openssl(
    ...['x509', '-req', '-in', file('server.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key')],
    ...['-CAcreateserial', '-out', file('server.pem'), '-days', '2', '-extfile', file('names')],
  );
  return {
    authority: file('ca.pem'),
    server: { key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) },
  };
}
