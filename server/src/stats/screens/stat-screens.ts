import { statApis } from '@zhuiyuan/contract/stats/screens/stat-api';
import { statNames, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { offerXlsx } from '../../kit/sheets/offer-xlsx.ts';
import { ask } from './ask.ts';
import { summarise } from './summary.ts';
import { tablePage, tableSheet } from './table.ts';
import { chart } from './trend.ts';

/** 数据统计: one handler for all screens; what each shows stands in the contract. */
export const mountStatScreens = (app: App): void => {
  for (const name of statNames) {
    const screen = statScreens[name];
    serve(app, statApis[name], {
      summary: async ({ input, operator }) => summarise(await ask(app.db, operator, screen, input)),
      trend: async ({ input, operator }) => chart(await ask(app.db, operator, screen, input), input.groupBy),
      list: async ({ input, operator }) => tablePage(await ask(app.db, operator, screen, input), input),
      export: async ({ input, db, operator }) =>
        offerXlsx(app, { db, operator }, await tableSheet(await ask(app.db, operator, screen, input), input)),
    });
  }
};
