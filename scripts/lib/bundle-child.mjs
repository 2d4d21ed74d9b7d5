import { build } from 'esbuild';
import { at } from './run.mjs';

const made = new Map();

const bundle = async (path) => {
  const { outputFiles } = await build({
    entryPoints: [path],
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['sharp'],
    alias: { '@zhuiyuan/contract': at('contract/src') },
    logLevel: 'silent',
  });
  return outputFiles[0].text;
};

/** The program of a child process as one text, for a server that runs from its sources; made once. */
export const bundleChild = (path) => {
  if (!made.has(path)) made.set(path, bundle(path));
  return made.get(path);
};
