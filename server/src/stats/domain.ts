import type { Domain } from '../kit/http/domain.ts';
import { mountHome } from './home.ts';
import { mountScanDetail } from './scans/scan-detail.ts';
import { runFigures } from './figures/run-figures.ts';
import { mountNotices } from './notices.ts';
import { mountIdentityHome } from './identity-home.ts';
import { mountAssetFigures } from './overview/asset-figures.ts';
import { mountAi } from './overview/ai.ts';
import { mountCustomerOverview } from './overview/customer.ts';
import { mountWall } from './overview/wall.ts';
import { mountStatScreens } from './screens/stat-screens.ts';

/** Figures, how they are kept and shown, and the home pages. */
export const stats = {
  mounts: [
    mountHome,
    mountScanDetail,
    runFigures,
    mountNotices,
    mountIdentityHome,
    mountAssetFigures,
    mountAi,
    mountCustomerOverview,
    mountWall,
    mountStatScreens,
  ],
} satisfies Domain;
