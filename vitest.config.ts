import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // What only the runtime has: tests in Node read the route table, and call none of it.
    alias: {
      'cloudflare:sockets': new URL('test/worker/platform.ts', import.meta.url).pathname,
      'cloudflare:workers': new URL('test/worker/platform.ts', import.meta.url).pathname,
    },
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Real-server suites install and start Debian daemons: `npm run test:servers` runs them.
    exclude: ['test/real/**', 'node_modules/**'],
    globalSetup: 'test/worker/global-setup.ts',
    testTimeout: 60_000,
    // The log reaches a test late; how late is up to the machine.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
});
