/** The sockets of Workers: `#sockets` of the package wherever a bundler or a runtime has no Node in mind. */
export { connect } from 'cloudflare:sockets';
