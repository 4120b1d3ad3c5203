/** A thread that collects 1 MiB in reads of one octet, and posts the number of octets. Its heap is small. */
import { parentPort } from 'node:worker_threads';
import { collect } from '../../../src/protocols/connection.ts';

let left = 1024 ** 2;
const source = { read: async () => (left-- > 0 ? new Uint8Array(1) : null), unread: () => {} };
parentPort?.postMessage((await collect(source, 1024 ** 2)).octets.byteLength);
