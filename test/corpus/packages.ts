/** The Debian packages whose files `npm run corpus` rewrites: manuals, libraries with their notes, and wiki pages. */

/** What a package is here for decides nothing: each file counts by its own format. */
export const PACKAGES: readonly string[] = [
  // Manuals in HTML, and plain text.
  ...['git-doc', 'python3.11-doc', 'postgresql-doc-15', 'apache2-doc', 'exim4-doc-html', 'debian-faq', 'debian-policy'],
  ...[
    'developers-reference',
    'maint-guide',
    'debian-reference-en',
    'libxml2-doc',
    'tcl8.6-doc',
    'tk8.6-doc',
    'bash-doc',
  ],
  ...['perl-doc', 'vim-runtime', 'jargon-text', 'doc-debian', 'linux-doc-6.1', 'nginx-doc', 'haproxy-doc', 'cmake-doc'],
  ...['postfix-doc', 'bind9-doc', 'borgbackup-doc', 'mkdocs-doc', 'python-sqlalchemy-doc', 'swi-prolog-doc'],
  // Programs of the old Internet, with notes from its time.
  ...['lynx-common', 'w3m', 'mutt', 'nmap-common', 'lftp', 'wget', 'curl', 'alpine', 'slrn', 'leafnode', 'inn2', 'cvs'],
  ...['fetchmail', 'exim4-base', 'squid-common', 'netpbm', 'gopher', 'pygopherd', 'texinfo', 'rsync', 'fail2ban'],
  // Libraries, with notes in Markdown.
  ...['npm', 'node-undici', 'eslint', 'webpack', 'node-typescript', 'node-mocha', 'node-express', 'node-lodash'],
  ...[
    'node-rollup',
    'node-babel7',
    'node-postcss',
    'node-ws',
    'node-marked',
    'node-request',
    'node-async',
    'node-yargs',
  ],
  ...['node-got', 'node-jsdom', 'node-chai', 'node-prettier', 'ruby-rack', 'ruby-sinatra', 'ruby-nokogiri', 'jekyll'],
  ...['golang-github-docker-docker-dev', 'golang-github-prometheus-prometheus-dev', 'golang-github-spf13-cobra-dev'],
  ...['golang-github-gorilla-mux-dev', 'golang-github-containers-common-dev', 'golang-etcd-server-dev'],
  ...['golang-github-containerd-containerd-dev', 'golang-github-gin-gonic-gin-dev', 'golang-google-cloud-dev'],
  ...['golang-google-grpc-dev', 'golang-k8s-client-go-dev', 'golang-github-hashicorp-vault-dev'],
  ...['librust-serde-dev', 'librust-tokio-dev', 'librust-clap-dev', 'librust-regex-dev', 'librust-hyper-dev'],
  // Wikis.
  ...['ikiwiki', 'mediawiki', 'dokuwiki', 'zim', 'usemod-wiki', 'libtext-mediawikiformat-perl', 'mediawiki2latex'],
];

/** Parsers in Python for the judge, unpacked and never installed. */
export const JUDGES: readonly string[] = ['python3-markdown-it', 'python3-mdurl', 'python3-mwparserfromhell'];
