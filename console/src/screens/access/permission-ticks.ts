import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';

/** Ids a person ticked. A directory or screen may be ticked while nothing below it is: seeing a screen is a grant of its own. */
export type Ticks = ReadonlySet<number>;

/** Every node of a permission tree, from the top down. */
export const nodesOf = (tree: readonly MenuChoice[]): MenuChoice[] =>
  tree.flatMap((node) => [node, ...nodesOf(node.childList)]);

/** The ids a role holds, as its tree says. */
export const ticksOf = (tree: readonly MenuChoice[]): number[] =>
  nodesOf(tree)
    .filter((node) => node.checked)
    .map(({ id }) => id);

/** The uppermost nodes whose name has the word. */
export const nodesNamed = (tree: readonly MenuChoice[], word: string): MenuChoice[] =>
  tree.flatMap((node) => (node.name.includes(word) ? [node] : nodesNamed(node.childList, word)));

/** The nodes whose name has the word, with everything above and below them. */
export const pruned = (tree: readonly MenuChoice[], word: string): MenuChoice[] =>
  tree.flatMap((node) => {
    if (node.name.includes(word)) return [node];
    const childList = pruned(node.childList, word);
    return childList.length > 0 ? [{ ...node, childList }] : [];
  });

/** Whether a node is granted: ticked, or granted already and locked. */
export const isGranted = (node: MenuChoice, ticks: Ticks): boolean =>
  ticks.has(node.id) || (node.locked && node.checked);

/** A node with all above it, from the top down. */
export const pathTo = (tree: readonly MenuChoice[], id: number): MenuChoice[] => {
  for (const node of tree) {
    if (node.id === id) return [node];
    const below = pathTo(node.childList, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
};

/**
 * Ticks or unticks one node. Linked: everything below follows, and the nodes above are granted with it; a directory
 * that has nothing granted below it any more goes too. Locked nodes never change.
 */
export const tick = (
  tree: readonly MenuChoice[],
  ticks: Ticks,
  id: number,
  isTicked: boolean,
  isLinked: boolean,
): Set<number> => {
  const next = new Set(ticks);
  const path = pathTo(tree, id);
  const node = path.at(-1);
  if (!node || node.locked) return next;
  const set = (one: MenuChoice) => {
    if (!one.locked) next[isTicked ? 'add' : 'delete'](one.id);
  };
  if (!isLinked) {
    set(node);
    return next;
  }
  for (const one of nodesOf([node])) set(one);
  for (const above of path.slice(0, -1).toReversed()) {
    if (isTicked) set(above);
    else if (above.menuType === 'M' && !nodesOf(above.childList).some((one) => next.has(one.id))) set(above);
  }
  return next;
};

/** Ticks or unticks these nodes and all below them, as {@link tick} does each; nothing else of the tree goes along but what is above them. */
export const tickAll = (
  tree: readonly MenuChoice[],
  ticks: Ticks,
  nodes: readonly MenuChoice[],
  isTicked: boolean,
  isLinked: boolean,
): Set<number> => {
  let next = new Set(ticks);
  for (const { id } of nodesOf(nodes)) next = tick(tree, next, id, isTicked, isLinked);
  return next;
};

/** What the boxes show: full when the node and all below it are granted, half when only a part is. Unlinked, each box stands for itself. */
export const boxesOf = (
  tree: readonly MenuChoice[],
  ticks: Ticks,
  isLinked: boolean,
): { checked: number[]; halfChecked: number[] } => {
  const checked: number[] = [];
  const halfChecked: number[] = [];
  const visit = (node: MenuChoice): { some: boolean; all: boolean } => {
    const own = isGranted(node, ticks);
    const below = node.childList.map(visit);
    // A directory grants nothing itself, so it is full when everything in it is.
    const all = (own || (node.menuType === 'M' && below.length > 0)) && below.every((one) => one.all);
    const some = own || below.some((one) => one.some);
    if (isLinked ? all : own) checked.push(node.id);
    else if (some) halfChecked.push(node.id);
    return { some, all };
  };
  for (const node of tree) visit(node);
  return { checked, halfChecked };
};
