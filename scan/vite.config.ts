import { defineConfig } from 'vite';
import { reactAliases } from './react-aliases.ts';
import { withoutSchemas } from './without-schemas.ts';

export default defineConfig({
  base: '/scan/',
  plugins: [withoutSchemas],
  resolve: { alias: reactAliases },
  // Older phones: module scripts and whatever the syntax allows to be rewritten for them.
  build: {
    target: ['chrome70', 'safari13'],
    assetsInlineLimit: 0,
    modulePreload: false,
    manifest: true,
    // how long plugins take on a busy machine is nothing for who starts the product
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
