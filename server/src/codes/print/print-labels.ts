import { SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { Label } from '@zhuiyuan/contract/codes/tasks/task';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { codeUrlPrefix, printedColumns } from '../cipher/code-url-prefix.ts';
import { findExtPins } from '../cipher/find-ext-codes.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { toVerifyCode } from '../cipher/to-verify-code.ts';

/** What stands on the labels of some codes of a task. Refuses void codes and serials the segment does not have. */
export const printLabels = async (
  db: Db,
  keyring: Keyring,
  { taskId, seg, serialFrom, count }: { taskId: number; seg: number; serialFrom: number; count: number },
): Promise<{ labels: Label[]; storeName: string; spec: string; lotNo: string }> => {
  const segment = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'task.productId'))
    .leftJoin('lot', (join) => join.onRef('lot.id', '=', 'task.lotId'))
    .where('segment.seg', '=', seg)
    .where('segment.taskId', '=', taskId)
    .select([
      'segment.seg',
      'segment.keyV',
      'segment.level',
      'segment.count',
      'segment.state',
      'segment.pinLen',
      ...printedColumns,
      'product.storeName',
      'product.spec',
      'lot.lotNo',
    ])
    .executeTakeFirst();
  if (!segment) throw notFound();
  if (segment.state === SegmentState.void) throw refuse(codeRefusals.void);
  const serialTo = serialFrom + count - 1;
  if (serialTo > segment.count) throw invalid('serialFrom', `序号超出码段范围（1-${segment.count}）`);
  const generation = await keyring.generation(db, segment.keyV ?? '');
  const pins = segment.pinLen > 0 && !generation ? await findExtPins(db, seg, serialFrom, serialTo) : new Map();
  const toPin = (serial: number): string | null => {
    if (segment.pinLen === 0) return null;
    if (!generation) return pins.get(serial) ?? null;
    return toVerifyCode(generation.pinKey, toCodeId(seg, serial), segment.pinLen);
  };
  const prefix = codeUrlPrefix(segment, segment.level);
  const serials = Array.from({ length: count }, (_none, at) => serialFrom + at);
  const codes = await keyring.readTexts(
    db,
    serials.map((serial) => ({ seg, keyV: segment.keyV, serial })),
  );
  const labels = serials.map((serial, at): Label => ({
    serial,
    level: segment.level,
    code: codes[at]!,
    url: prefix + codes[at]!,
    pin: toPin(serial),
  }));
  return { labels, storeName: segment.storeName ?? '', spec: segment.spec ?? '', lotNo: segment.lotNo ?? '' };
};
