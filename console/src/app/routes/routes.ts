import { routes as stats } from '../../screens/stats/routes.ts';
import { routes as access } from '../../screens/access/routes.ts';
import { routes as category } from '../../screens/category/routes.ts';
import { routes as media } from '../../screens/media/routes.ts';
import { routes as parties } from '../../screens/parties/routes.ts';
import { routes as trace } from '../../screens/trace/routes.ts';
import { routes as codes } from '../../screens/codes/routes.ts';
import { routes as packing } from '../../screens/packing/routes.ts';
import { routes as movement } from '../../screens/movement/routes.ts';
import { routes as scan } from '../../screens/scan/routes.ts';
import { routes as diversion } from '../../screens/diversion/routes.ts';
import { routes as registration } from '../../screens/registration/routes.ts';
import { routes as campaign } from '../../screens/campaign/routes.ts';
import { routes as claim } from '../../screens/claim/routes.ts';
import { routes as consumer } from '../../screens/consumer/routes.ts';
import { routes as message } from '../../screens/message/routes.ts';
import { routes as police } from '../../screens/police/routes.ts';
import { routes as fund } from '../../screens/fund/routes.ts';
import { routes as red } from '../../screens/red/routes.ts';
import { routes as settlement } from '../../screens/settlement/routes.ts';
import { routes as payout } from '../../screens/payout/routes.ts';
import { routes as jobs } from '../../screens/jobs/routes.ts';
import type { ScreenRow } from '../../lib/screen-row.ts';

/** Where a telephone starts, once this screen exists. */
export const phoneHomePath = '/javaMobile/orderStatistics';

/** Every screen of the console, those of each domain and those that two share. */
export const routes: readonly ScreenRow[] = [
  ...stats,
  ...access,
  ...category,
  ...media,
  ...parties,
  ...trace,
  ...codes,
  ...packing,
  ...movement,
  ...scan,
  ...diversion,
  ...registration,
  ...campaign,
  ...claim,
  ...consumer,
  ...message,
  ...police,
  ...fund,
  ...red,
  ...settlement,
  ...payout,
  ...jobs,
  {
    path: '/identity/identityManager',
    title: '标识管理',
    may: 'admin:identity:identity:list',
    load: async () => (await import('./identities-screen.tsx')).IdentitiesScreen,
  },
];
