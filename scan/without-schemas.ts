import type { Plugin } from 'vite';

/** Answers to everything with itself; what would check something says that it cannot. */
const source = `
const refuse = () => { throw new Error('this page holds no schemas'); };
const checks = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync'];
export const z = new Proxy(function () {}, {
  get: (_target, name) => (checks.includes(name) ? refuse : name === Symbol.toPrimitive ? () => '' : z),
  apply: () => z,
});
`;
const id = '\0without-schemas';

/**
 * Takes the schemas out of the contract, whose calls and enumerations the pages need by their names: the server checks what is sent, and
 * a library for it would weigh more than the pages.
 */
export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  resolveId: (name) => (name === 'zod' ? id : undefined),
  load: (name) => (name === id ? source : undefined),
};
