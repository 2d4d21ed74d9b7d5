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

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: Node;
  object?: Node;
  name?: string;
  arguments?: Node[];
}
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Where a call of the contract has its path, by what defines it. */
const pathAt: Record<string, [method: string, at: number]> = {
  read: ['GET', 1],
  send: ['POST', 1],
  change: ['POST', 1],
  write: ['POST', 2],
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
/** The name at the root of a chain: `z` of `z.string().min(1)`. */
const rootOf = ({ callee, object, name }: Node): string | undefined => {
  const inner = callee ?? object;
  return inner ? rootOf(inner) : name;
};

/** What of a module of the contract is left out: of its endpoints all but method and path, of schemas all; what then is used by nothing is dropped. */
const editsOf = (node: Node, code: string): Edit[] => {
  if (/Function/.test(node.type)) return [];
  if (node.type !== 'CallExpression') return childrenOf(node).flatMap((child) => editsOf(child, code));
  const { start, end, callee, arguments: given = [] } = node;
  const endpoint = callee?.type === 'Identifier' && callee.name ? pathAt[callee.name] : undefined;
  const path = endpoint && given[endpoint[1]];
  if (path) return [{ start, end, text: `({ method: '${endpoint[0]}', path: ${code.slice(path.start, path.end)} })` }];
  // A table of endpoints is itself.
  const [table] = given;
  if (callee?.name === 'defineApi' && table)
    return [{ start, end: table.start, text: '(' }, ...editsOf(table, code), { start: table.end, end, text: ')' }];
  if (rootOf(node) === 'z') return [{ start, end, text: 'z' }];
  return [{ start, end: start, text: '/*#__PURE__*/' }, ...childrenOf(node).flatMap((child) => editsOf(child, code))];
};

/**
 * Takes the schemas out of the contract, whose calls and enumerations the pages need by their names: the server checks what is sent, and
 * a library for it would weigh more than the pages.
 */
export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  resolveId: { order: 'pre', handler: (name) => (name === 'zod' ? id : undefined) },
  load: (name) => (name === id ? source : undefined),
  transform(code, file) {
    if (!/\/contract\/src\/[^?]+\.ts$/.test(file)) return undefined;
    const edits = editsOf(this.parse(code) as unknown as Node, code);
    let [text, at] = ['', 0];
    for (const edit of edits.sort((one, other) => one.start - other.start)) {
      text += code.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return { code: text + code.slice(at), map: null, moduleSideEffects: false };
  },
};
