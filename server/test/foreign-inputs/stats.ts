import { statNames, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import type { Make } from '../foreign.ts';

const base = '/admin/lottery/stats';

/** Statistics of another firm, and of a row of it where the screen may be asked of a product. */
export const statsInputs: Record<string, Make> = Object.fromEntries(
  statNames.flatMap((name) => {
    const { filters, groups, charts }: StatScreen = statScreens[name];
    const of: Make = ({ firmId, productId }) => ({
      firmId,
      ...(filters.some(({ dim }) => dim === 'product') ? { dim: 'product', dimId: productId } : {}),
    });
    const by =
      (groupBy: string): Make =>
      (world) => ({ ...of(world), groupBy });
    return [
      [`${base}/${name}/summary`, of],
      [`${base}/${name}/trend`, by(charts[0]!.by)],
      [`${base}/${name}/list`, by(groups[0]!.by)],
      [`${base}/${name}/export`, by(groups[0]!.by)],
    ];
  }),
);
