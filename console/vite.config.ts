import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { targets } from './browsers.ts';
import { chunks } from './chunks.ts';
import { antdIcons, iconFiles } from './icon-files.ts';
import { olderBrowsers } from './older-browsers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** zod looks whether it may make functions of text, which the pages' security policy forbids: told before any schema is made, it does not try. */
const strictZod = {
  name: 'strict-zod',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true;\n` : undefined,
};

const textOf = (file: string) => readFileSync(at(file), 'utf8').replaceAll(/^\s*(?:\/\/.*)?\n?/gm, '');

/** The scripts that stand in a page itself: one paints it before its style sheets, one tells a browser that is too old so. The server allows them by their hashes. */
const inPages = {
  name: 'in-pages',
  transformIndexHtml: () => [
    { tag: 'script', children: textOf('src/app/first-paint.js'), injectTo: 'head-prepend' as const },
    { tag: 'script', children: textOf('src/app/too-old.js'), injectTo: 'body' as const },
  ],
};

/**
 * antd's tooltips and buttons share a context with its forms, which brings all of the form with it though they need one
 * provider: told where that stands, the first page loads neither the form nor what checks its fields.
 */
const lightForms = {
  name: 'light-forms',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    source === '@rc-component/form' && importer?.endsWith('/antd/es/form/context.js')
      ? at('../node_modules/@rc-component/form/es/FormContext.js')
      : undefined,
};

/** Asks for what the screen of an address needs before the console runs: the first screen's files, or what nearly all others use. */
const ahead = {
  name: 'ahead',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (
      html: string,
      { filename, bundle = {} }: { filename: string; bundle?: Record<string, { name?: string }> },
    ) => {
      if (!filename.endsWith('index.html')) return html;
      const scripts = Object.entries(bundle).filter(([file]) => file.endsWith('.js'));
      const of = (...names: string[]) =>
        JSON.stringify(scripts.flatMap(([file, { name = '' }]) => (names.includes(name) ? [`/${file}`] : [])));
      const children = `for (const href of ['/', '/dashboard'].includes(location.pathname) ? ${of('icons', 'home', 'dashboard')} : ${of('icons', 'home', 'desk')})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`;
      return { html, tags: [{ tag: 'script', children, injectTo: 'head' as const }] };
    },
  },
};

export default defineConfig({
  root: at('.'),
  base: '/',
  plugins: [react(), iconFiles, antdIcons, strictZod, lightForms, inPages, olderBrowsers, ahead],
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: targets,
    // a strict security policy allows no inline script, and no data: script either
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // the weight benchmark reads which screen needs which file
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // how long plugins take on a busy machine is nothing for who starts the product
      checks: { bundlerTimings: false },
      input: { index: at('index.html'), login: at('login.html') },
      output: { codeSplitting: { groups: chunks } },
    },
  },
});
