import { defineConfig } from 'vite';
import { targets } from './browsers.ts';
import { reactAliases } from './react-aliases.ts';
import { withoutSchemas } from './without-schemas.ts';

export default defineConfig({
  base: '/scan/',
  plugins: [withoutSchemas],
  resolve: { alias: reactAliases },
  // Older phones: module scripts and whatever the syntax allows to be rewritten for them.
  build: {
    target: targets,
    assetsInlineLimit: 0,
    modulePreload: false,
    manifest: true,
    rolldownOptions: {
      // how long plugins take on a busy machine is nothing for who starts the product
      checks: { bundlerTimings: false },
      // What the first screen needs comes in one file, which the rest reads from: a phone waits for no second one.
      preserveEntrySignatures: false,
      output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
    },
  },
});
