import path from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const workspace = path.join(__dirname, '..', '..');

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: workspace,
  turbopack: { root: workspace },
  poweredByHeader: false,
  reactStrictMode: true,
  // types are checked by `typecheck`, once, not by every build
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  images: { unoptimized: true },
};

/** Messages are compiled at build time, so no message parser travels to the browser. */
const withMessages = createNextIntlPlugin({
  requestConfig: './src/i18n/request.ts',
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withMessages(config);
