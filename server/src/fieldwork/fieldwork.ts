import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { fieldApplyApi } from '@zhuiyuan/contract/fieldwork/field-apply';
import { fieldGoodsApi } from '@zhuiyuan/contract/fieldwork/field-goods';
import { fieldInspectionApi } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { fieldNeedsApi } from '@zhuiyuan/contract/fieldwork/field-needs';
import { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import { lookAs } from '../account/require-role.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { regionTree } from '../settings/region-names.ts';
import { applyShop, readApply } from './apply-shop.ts';
import { readAgents } from './field-agents.ts';
import { findNearShops, readShops } from './field-shops.ts';
import { findInDocument, findPendingOf } from './find-in-document.ts';
import { holders } from './holder.ts';
import { freezeFound, inspectCode, readInspections, saveInspection } from './inspect.ts';
import { readDocument, readLines } from './read-document.ts';
import { readHistory, readPending } from './read-documents.ts';
import { readHome } from './read-home.ts';
import { readNeeds, readProducts } from './read-needs.ts';
import { readStock } from './read-stock.ts';
import { regionChildren } from './region-children.ts';
import { saveFieldNeed } from './save-need.ts';
import { saveFieldShop } from './save-shop.ts';
import { writeAs } from './write-as.ts';

const agents = [RoleKind.agent];
const shops = [RoleKind.shop];
const salesmen = [RoleKind.salesman];
const inspectors = [RoleKind.inspector];
const shopKeepers = [RoleKind.agent, RoleKind.salesman];

/** What dealers, shops, salesmen and inspectors do on the phone, each in the firm of his role. */
export const mountFieldwork = (app: App): void => {
  const keyring = openKeyring(app);
  serve(app, fieldGoodsApi, {
    home: ({ request }) => lookAs(app, request, undefined, readHome),
    pending: ({ input, request }) => lookAs(app, request, holders, (db, role) => readPending(db, role, input)),
    deliver: ({ input, request }) => lookAs(app, request, holders, (db, role) => readDocument(db, role, input)),
    lines: ({ input, request }) =>
      lookAs(app, request, holders, async (db, role) => {
        await readDocument(db, role, { id: input.deliverId });
        return readLines(db, keyring, role.firmId, input);
      }),
    code: ({ input, request }) => lookAs(app, request, holders, (db, role) => findInDocument(db, keyring, role, input)),
    find: ({ input, request }) =>
      lookAs(app, request, holders, (db, role) => findPendingOf(db, keyring, role, input.code)),
    history: ({ input, request }) => lookAs(app, request, holders, (db, role) => readHistory(db, role, input)),
    stock: ({ input, request }) => lookAs(app, request, holders, (db, role) => readStock(db, role, input)),
  });
  serve(app, fieldNeedsApi, {
    list: ({ input, request }) => lookAs(app, request, agents, (db, role) => readNeeds(db, role, input)),
    products: ({ input, request }) => lookAs(app, request, agents, (db, role) => readProducts(db, role, input)),
    save: ({ input, request }) =>
      writeAs(app, request, { kinds: agents, input }, (db, role) => saveFieldNeed(db, role, input)),
  });
  serve(app, fieldApplyApi, {
    info: ({ request }) => lookAs(app, request, shops, readApply),
    apply: ({ input, request }) =>
      writeAs(app, request, { kinds: shops, input, mayBeStopped: true }, (db, role) =>
        applyShop(db, role, input, app.config.masterKey),
      ),
  });
  serve(app, fieldShopsApi, {
    list: ({ input, request }) => lookAs(app, request, shopKeepers, (db, role) => readShops(db, role, input)),
    near: ({ input, request }) => lookAs(app, request, inspectors, (db, role) => findNearShops(db, role.firmId, input)),
    agents: ({ input, request }) => lookAs(app, request, shopKeepers, (db, role) => readAgents(db, role, input)),
    regions: ({ input, request }) =>
      lookAs(app, request, undefined, async (db) => regionChildren(await regionTree(db), input.pid)),
    save: ({ input, request }) =>
      writeAs(app, request, { kinds: salesmen, input }, (db, role) => saveFieldShop(db, role, input)),
  });
  serve(app, fieldInspectionApi, {
    query: ({ input, request }) =>
      lookAs(app, request, inspectors, (db, role) => inspectCode(db, keyring, role, input)),
    save: ({ input, request }) =>
      writeAs(app, request, { kinds: inspectors, input }, (db, role) => saveInspection(db, keyring, role, input)),
    list: ({ input, request }) => lookAs(app, request, inspectors, (db, role) => readInspections(db, role, input)),
    freeze: ({ input, request }) =>
      writeAs(app, request, { kinds: inspectors, input }, (db, role) => freezeFound(db, keyring, role, input)),
  });
};
