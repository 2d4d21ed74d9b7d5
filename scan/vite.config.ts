import { defineConfig } from 'vite';

export default defineConfig({
  base: '/scan/',
  // Older phones: module scripts and whatever the syntax allows to be rewritten for them.
  build: { target: ['chrome70', 'safari13'], assetsInlineLimit: 0, modulePreload: false, manifest: true },
});
