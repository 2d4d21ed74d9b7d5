import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { targets } from './browsers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const source = at('src/app/older.ts');

/** What older browsers are served: of `core-js/actual/array/to-sorted` type and name, `array` and `toSorted`. */
export const served = [...readFileSync(source, 'utf8').matchAll(/'core-js\/actual\/([\w-]+)\/([\w-]+)'/g)].map(
  ([, type, name]) => ({ type: type!, name: name!.replace(/-./g, ([, letter]) => letter!.toUpperCase()) }),
);

const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: targets,
      lib: { entry: source, formats: ['iife'], name: 'older' },
    },
  });
  const [{ output }] = [built].flat() as { output: { code: string }[] }[] as [{ output: [{ code: string }] }];
  return output[0].code;
};

/** Lets browsers that lack something load it before the page's own scripts, which wait for what stands in the page; others load nothing. */
export const olderBrowsers: Plugin = {
  name: 'older-browsers',
  apply: 'build',
  async buildStart() {
    this.emitFile({ type: 'asset', name: 'older.js', source: await bundle() });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle: files = {} }) => {
      const file = Object.keys(files).find((name) => /(?:^|\/)older-[^/]+\.js$/.test(name));
      if (!file) throw new Error('nothing was built for older browsers');
      const names = JSON.stringify(served.map(({ name }) => name));
      const children = `${names}.every((name) => name in []) || document.write('<script src="/${file}"><\\/script>');`;
      return [{ tag: 'script', children, injectTo: 'head-prepend' as const }];
    },
  },
};
