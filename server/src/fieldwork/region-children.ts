import type { Region } from '@zhuiyuan/contract/settings/region';

const find = (regions: readonly Region[], id: number): Region | undefined => {
  for (const region of regions) {
    const found = region.cityId === id ? region : find(region.child ?? [], id);
    if (found) return found;
  }
  return undefined;
};

/** The regions directly below one; 0 = the provinces. */
export const regionChildren = (tree: readonly Region[], pid: number) =>
  (pid === 0 ? tree : (find(tree, pid)?.child ?? [])).map(({ cityId, name, child }) => ({
    code: String(cityId),
    name,
    hasChildren: Boolean(child?.length),
  }));
