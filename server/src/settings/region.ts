import { regionApi } from '@zhuiyuan/contract/settings/region';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { regionTree } from './region-names.ts';

export const mountRegions = (app: App): void => serve(app, regionApi, { tree: ({ db }) => regionTree(db) });
