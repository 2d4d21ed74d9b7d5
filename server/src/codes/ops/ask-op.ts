import { VoidReason } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { forbidden, refuse } from '../../kit/refusal.ts';
import { requireOpenLot } from '../../trace/lot/find-or-create-lot.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import { activation } from './activation.ts';
import type { Asked, OpKind } from './op-kind.ts';
import { rebinding, rechanneling } from './rebinding.ts';
import { freezing, unfreezing } from './freezing.ts';
import { voiding } from './voiding.ts';
import { lockEnabled } from '../../kit/db/rows.ts';

/** Where several things are named they must be of one firm. */
const oneFirm = (named: ({ firmId: number } | undefined)[]): number | undefined => {
  const firms = new Set(named.flatMap((each) => (each ? [each.firmId] : [])));
  if (firms.size > 1) throw refuse(codeRefusals.noSuchCode);
  return [...firms][0];
};

const askActivation = async (db: Db, { productId, lotId, channelId }: Asked): Promise<OpKind> => {
  const product = productId ? await requireProduct(db, productId) : undefined;
  const lot = product && lotId ? await requireOpenLot(db, product.id, lotId) : undefined;
  const channel = channelId ? await requireChannel(db, channelId, 'channelId') : undefined;
  return activation({
    firmId: oneFirm([product, lot, channel]),
    productId: product?.id,
    lotId: lot?.id,
    channelId: channel?.id,
    boxNum: product?.boxNum,
    caseNum: product?.caseNum,
  });
};

/** Refuses what is forced to who may not force it, whether he asks for it or has it tried again. */
export const requireForce = (operator: Pick<Operator, 'may'>, { force }: Asked): void => {
  if (force && !operator.may('admin:identity:batch:force')) throw forbidden();
};

const askRebinding = async (db: Db, operator: Pick<Operator, 'may'> | undefined, asked: Asked): Promise<OpKind> => {
  if (operator) requireForce(operator, asked);
  const product = asked.newProductId ? await requireProduct(db, asked.newProductId) : undefined;
  const lot = asked.newLotId ? await requireOpenLot(db, product?.id, asked.newLotId, 'newLotId') : undefined;
  const channel = asked.newChannelId ? await requireChannel(db, asked.newChannelId, 'newChannelId') : undefined;
  return rebinding({
    firmId: oneFirm([product, lot, channel]),
    newProductId: product?.id,
    newLotId: lot?.id,
    newChannelId: channel?.id,
    force: asked.force,
  });
};

const askChannel = async (db: Db, { channelId = 0 }: Asked): Promise<OpKind> => {
  const channel = await requireChannel(db, channelId, 'channelId');
  return rechanneling(channel.id, channel.firmId);
};

/**
 * The kind of operation that was asked for, with what it names read as the operator's own. Without an operator (one that
 * waited for its time, or is tried again) nothing is asked but that those things still are there.
 */
export const askOp = async (
  db: Db,
  operator: Pick<Operator, 'may'> | undefined,
  opType: number,
  asked: Asked,
): Promise<OpKind> => {
  const reason = asked.reason ?? '';
  switch (opType) {
    case 1:
      return askActivation(db, asked);
    case 2:
      return askRebinding(db, operator, asked);
    case 3:
      return voiding({ reason, includesChildren: asked.includeChild ?? false });
    case 4:
      return freezing(reason);
    case 5:
      return unfreezing(reason);
    case 13:
      return askChannel(db, asked);
    default:
      throw refuse(codeRefusals.taskState);
  }
};

/** 作废原因 as it is kept: the chosen cause, with what was written beside it. */
export const voidReason = ({ reasonType, reason }: { reasonType: number; reason: string }): string =>
  [VoidReason.label(reasonType), reason].filter(Boolean).join('：').slice(0, 100);

/** The enabled channel with this number; refuses 61108, at `field`, when it is disabled, deleted or another firm's. */
const requireChannel = (db: Db, id: number, field: string): Promise<{ id: number; firmId: number }> =>
  lockEnabled(db, 'channel', id, ['id', 'firmId'], () =>
    refuse(codeRefusals.channelGone, {}, { fields: [{ field, message: codeRefusals.channelGone[1] }] }),
  );
