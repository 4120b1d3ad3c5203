/**
 * The least that a Worker can do between a WebSocket and a socket: no codec, no deadlines, no egress policy. It reads in
 * large parts and while its page has credit, which is faster than without.
 */
import { connect } from 'cloudflare:sockets';

const PART = 256 * 1024;

export default {
  async fetch(request, { PORT }) {
    const { 0: client, 1: page } = new WebSocketPair();
    page.binaryType = 'arraybuffer';
    page.accept();
    const socket = connect({ hostname: '127.0.0.1', port: Number(PORT) });
    const writer = socket.writable.getWriter();
    let credit = 0;
    let wake = () => {};
    page.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return writer.write(new Uint8Array(data));
      credit += JSON.parse(data).octets;
      wake();
    });
    page.addEventListener('close', () => socket.close().catch(() => {}));
    const carry = async () => {
      const reader = socket.readable.getReader({ mode: 'byob' });
      let buffer = new Uint8Array(PART);
      for (;;) {
        while (credit <= 0) await new Promise((resolve) => (wake = resolve));
        const { done, value } = await reader.read(buffer);
        if (done) return page.close();
        credit -= value.length;
        page.send(value.slice());
        buffer = new Uint8Array(value.buffer);
      }
    };
    carry().catch(() => {});
    const headers = { 'Sec-WebSocket-Protocol': request.headers.get('Sec-WebSocket-Protocol') ?? '' };
    return new Response(null, { status: 101, webSocket: client, headers });
  },
};
