import type { App } from '../kit/http/app-context.ts';
import { hearChanges } from '../kit/db/remember.ts';
import { mountConfig } from './config.ts';
import { mountListViews } from './list-view.ts';
import { mountRegions } from './region.ts';

/** Settings, regions and how lists look; while the server answers, it hears of changes made by other processes. */
export const mountSettings = (app: App): void => {
  mountConfig(app);
  mountRegions(app);
  mountListViews(app);
  const changes = hearChanges(app);
  app.fastify.addHook('onReady', changes.start);
  app.fastify.addHook('onClose', changes.stop);
};
