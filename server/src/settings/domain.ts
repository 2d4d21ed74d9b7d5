import type { App } from '../kit/http/app-context.ts';
import { hearChanges } from '../kit/db/remember.ts';
import type { Domain } from '../kit/http/domain.ts';
import { mountConfig } from './config.ts';
import { mountRegions } from './region.ts';
import { mountListViews } from './list-view.ts';

const hearOfChanges = (app: App): void => {
  const changes = hearChanges(app);
  app.fastify.addHook('onReady', changes.start);
  app.fastify.addHook('onClose', changes.stop);
};

/** Settings, regions and how lists look; while the server answers, it hears of changes made by other processes. */
export const settings = {
  mounts: [mountConfig, mountRegions, mountListViews, hearOfChanges],
} satisfies Domain;
