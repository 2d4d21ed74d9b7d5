import { defineConfig, type Plugin } from 'vite';

const base = '/scan/';
const server = process.env.ZY_API ?? 'http://127.0.0.1:8080';

/** While developing, the printed addresses open the page as the real server does. */
const pageAddresses = (): Plugin => ({
  name: 'page-addresses',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/(?:c|s|d|r|01)\/|^\/r(?:$|\?)|^\/trace(?:\/(?:play-)?preview)?(?:$|\?)/.test(request.url ?? ''))
        request.url = base;
      next();
    });
  },
});

export default defineConfig({
  base,
  plugins: [pageAddresses()],
  // Older phones: module scripts and whatever the syntax allows to be rewritten for them.
  build: { target: ['chrome70', 'safari13'], assetsInlineLimit: 0, modulePreload: false, manifest: true },
  server: { proxy: { '/public': server, '/api': server } },
});
