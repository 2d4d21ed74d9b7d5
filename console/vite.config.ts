import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const api = process.env.ZY_API ?? 'http://127.0.0.1:8080';
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** zod looks whether it may make functions of text, which the pages' security policy forbids: told before any schema is made, it does not try. */
const strictZod = {
  name: 'strict-zod',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true;\n` : undefined,
};

/** The script that paints a page before its style sheets stands in the page itself; the server allows it by its hash. */
const firstPaint = {
  name: 'first-paint',
  transformIndexHtml: () => [
    {
      tag: 'script',
      children: readFileSync(at('src/app/first-paint.js'), 'utf8').replaceAll(/^\s*(?:\/\/.*)?\n?/gm, ''),
      injectTo: 'head-prepend' as const,
    },
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

export default defineConfig({
  root: at('.'),
  base: '/',
  plugins: [react(), strictZod, lightForms, firstPaint],
  server: {
    host: '127.0.0.1',
    proxy: { '^/(?:(?:api|admin|public|common|media|scan)/|trace/preview)': { target: api, changeOrigin: false } },
  },
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // a strict security policy allows no inline script, and no data: script either
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // the weight benchmark reads which screen needs which file
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: at('index.html'), login: at('login.html') },
      // what both pages begin with, together: many small files weigh more than one
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /[/\\]node_modules[/\\](?:react|react-dom|scheduler)[/\\]|rolldown[/\\]runtime/ },
          ],
        },
      },
    },
  },
});
