import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import type { TestApp } from '../app.ts';
import { makeStaff } from './access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from './codes.ts';

/** Items, small boxes (six fit) and cases (four fit) of one product, the first 150 items activated, and who packs them. */
export const makeBoxWorld = async (app: TestApp) => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, ...packPermissions],
  });
  const { segments } = await world.issue({ itemCount: 200, boxCount: 20, caseCount: 4, assocMode: 0 });
  const segOf = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  const [items, boxes, cases] = [segOf(0), segOf(1), segOf(2)];
  await ops.use(range(items, 1, 150));
  const item = (serial: number) => ops.codeOf(items, serial);
  const box = (serial: number) => ops.codeOf(boxes, serial);
  const codesOf = (seg: number, from: number, to: number) =>
    ops.textsOf(seg, ...Array.from({ length: to - from + 1 }, (_, at) => from + at));
  const pack = async (serial: number, children: string[], more: object = {}) =>
    app.call(token, packingApi.alone, { parentCode: await box(serial), children, ...more } as never);
  const facts = async (code: string) => app.data(token, identityApi.info, { code });
  return { ...world, ops, token, items, boxes, cases, item, box, codesOf, pack, facts };
};
