import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Real-server suites install and start Debian daemons: `npm run test:servers` runs them.
    exclude: ['test/real/**', 'node_modules/**'],
    testTimeout: 30_000,
  },
});
