/** Ports for servers that must listen at a known one, and for those where nothing may listen. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the loopback address where nothing listens. The system gives it to nobody else: it takes ports for
 * connections and for servers without one from 32768 on (ip(7), `ip_local_port_range`).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 6000);
    const listener = createServer().listen(port, '127.0.0.1');
    try {
      await once(listener, 'listening');
    } catch {
      continue;
    }
    listener.close();
    await once(listener, 'close');
    return port;
  }
}
