import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';

/** Browsers by the names of the table of what they know, each with the oldest version. */
export type Browsers = Readonly<Record<string, string>>;

interface Node {
  type: string;
  [key: string]: unknown;
}

const isOlder = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map((version) => version.replace('≤', '').split('.').map(Number));
  const at = left!.findIndex((part, index) => part !== (right![index] ?? 0));
  return at >= 0 && left![at]! < (right![at] ?? 0);
};

const isIn = ({ version_added, version_removed, ...limits }: SimpleSupportStatement, version: string): boolean =>
  typeof version_added === 'string' &&
  version_added !== 'preview' &&
  !isOlder(version, version_added.replace('≤', '')) &&
  !(version_removed && !isOlder(version, version_removed.replace('≤', ''))) &&
  !limits.flags &&
  !limits.prefix &&
  !limits.alternative_name;

const isKnown = ({ support }: CompatStatement, browsers: Browsers): boolean =>
  Object.entries(browsers).every(([browser, version]) =>
    [support[browser as 'chrome'] ?? []].flat().some((one) => isIn(one, version)),
  );

/** What of the browser's own is looked for by the name of a method alone; other interfaces share their names with too much. */
const domTypes =
  /^(?:Abort\w+|Blob|CanvasRenderingContext2D|CharacterData|Crypto|Document|DocumentFragment|DOMTokenList|Element|Event|EventTarget|File|FormData|Headers|History|HTML\w*Element|Node|NodeList|Performance|Range|Request|ResizeObserver|Response|Storage|SubtleCrypto|URL\w*|Window)$/;

/** Whether all of some browsers know a name: a global one, one behind a global, a method of any object. */
interface Names {
  globals: Map<string, boolean>;
  statics: Map<string, boolean>;
  methods: Map<string, boolean>;
  /** Those of iterators, most of which have names of an array's. */
  iterators: Set<string>;
}

const partsOf = (one: Identifier): [string, CompatStatement][] =>
  Object.entries(one as Record<string, Identifier>).flatMap(([name, { __compat: known }]) =>
    name !== '__compat' && known ? [[name, known]] : [],
  );

const namesOf = (browsers: Browsers): Names => {
  const names: Names = { globals: new Map(), statics: new Map(), methods: new Map(), iterators: new Set() };
  const put = (into: Map<string, boolean>, name: string, known: boolean) =>
    into.set(name, known || (into.get(name) ?? false));
  const take = (type: string, one: Identifier, isDom: boolean) => {
    const { __compat: itself } = one;
    const isThere = !itself || isKnown(itself, browsers);
    if (itself) put(names.globals, type, isThere);
    for (const [name, compatOf] of partsOf(one)) {
      const known = isKnown(compatOf, browsers);
      const plain = name.replace(/_static$/, '');
      put(names.statics, `${type}.${plain}`, known);
      if (type === 'Window') put(names.globals, name, known);
      if (type === 'Iterator' && !known) names.iterators.add(name);
      // Of a type that is not there nobody has an object.
      if (known || (isThere && (!isDom || domTypes.test(type)))) put(names.methods, plain, known);
    }
  };
  for (const [type, one] of Object.entries(compat.javascript.builtins ?? {})) take(type, one as Identifier, false);
  for (const [type, one] of Object.entries(compat.api)) take(type, one as Identifier, true);
  return names;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Every name that a file gives to something itself. */
const boundBy = (node: Node | null | undefined): string[] => {
  if (!node) return [];
  const inner = [node.left, node.argument, node.value, ...[node.elements, node.properties].flat()];
  return node.type === 'Identifier' ? [node.name as string] : inner.filter(isNode).flatMap(boundBy);
};

const givenNames = ({ type, id, params, param, local }: Node): string[] => {
  if (type === 'VariableDeclarator' || /Function|^Class/.test(type) || type === 'CatchClause')
    return [id, param, ...[params].flat()].filter(isNode).flatMap(boundBy);
  return /^Import.*Specifier$/.test(type) ? boundBy(local as Node) : [];
};

const visit = (node: Node, see: (node: Node, parent: Node, key: string) => void): void => {
  for (const [key, value] of Object.entries(node))
    for (const child of [value].flat())
      if (isNode(child)) {
        see(child, node, key);
        visit(child, see);
      }
};

const isCalled = (parent: Node, key: string): boolean =>
  key === 'callee' && /^(?:Call|New)Expression$/.test(parent.type);
const whole = new Set(['window', 'self', 'globalThis']);
/** What makes an iterator: called with nothing, it is no method of `Object`. */
const makesIterator = ({ type, callee, arguments: given }: Node): boolean =>
  type === 'CallExpression' &&
  /^(?:values|keys|entries)$/.test(String(((callee as Node).property as Node | undefined)?.name)) &&
  (given as Node[]).length === 0;

const expressionFaults = ({ regex }: Node): string[] => {
  const { pattern, flags } = regex as { pattern: string; flags: string };
  return [...(/\(\?<[=!]/.test(pattern) ? ['lookbehind'] : []), ...(/[dv]/.test(flags) ? [`flag ${flags}`] : [])];
};

/**
 * What a script uses that one of some browsers has not: global names, those behind them (`Object.fromEntries`), methods by their names
 * (`.at`) where nothing has one of that name, those of iterators behind what makes one, and regular expressions. What is only looked
 * at with `typeof` is no use. Methods that one kind of object has and another has not yet are not told apart.
 */
export const usesBeyond = (browsers: Browsers): ((code: string) => Map<string, string>) => {
  const names = namesOf(browsers);
  // Safari came to it in 16.4.
  const hasLookbehind = partsOf(compat.javascript.regular_expressions!).some(
    ([name, known]) => name === 'lookbehind_assertion' && isKnown(known, browsers),
  );
  return (code) => {
    const tree = parseAst(code) as unknown as Node;
    const own = new Set<string>();
    visit(tree, (node) => givenNames(node).forEach((name) => own.add(name)));
    const found = new Map<string, string>();
    const add = (name: string, { start }: Node): void => {
      if (!found.has(name)) found.set(name, code.slice(Math.max(0, Number(start) - 60), Number(start) + 60));
    };
    const seeMember = (node: Node, parent: Node, key: string): void => {
      const { object, property } = node as { object?: Node; property?: Node };
      if (node.computed || !object || property?.type !== 'Identifier') return;
      const root = object.type === 'Identifier' && !own.has(object.name as string) ? String(object.name) : '';
      const name = String(property.name);
      const full = `${root}.${name}`;
      if (whole.has(root)) {
        if (isCalled(parent, key) && names.globals.get(name) === false) add(name, node);
      } else if (names.statics.has(full)) {
        if (!names.statics.get(full) && names.globals.get(root) !== false) add(full, node);
      } else if (isCalled(parent, key)) {
        if (makesIterator(object) && names.iterators.has(name)) add(`Iterator.${name}`, node);
        else if (names.methods.get(name) === false) add(`.${name}`, node);
      }
    };
    visit(tree, (node, parent, key) => {
      if (node.type === 'MemberExpression') seeMember(node, parent, key);
      if (node.type === 'Literal' && node.regex)
        for (const fault of expressionFaults(node)) if (fault !== 'lookbehind' || !hasLookbehind) add(fault, node);
      const isName = node.type === 'Identifier' && !own.has(node.name as string);
      const isKey = (key === 'property' || key === 'key') && !parent.computed && !parent.shorthand;
      const isLookedAt = parent.type === 'UnaryExpression' && parent.operator === 'typeof';
      if (isName && !isKey && !isLookedAt && !/Specifier|Label|Break|Continue/.test(parent.type))
        if (names.globals.get(node.name as string) === false) add(node.name as string, node);
    });
    return found;
  };
};
