import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { writeCustody } from '../../codes/state/custody/write-custody.ts';
import type { Writing } from '../../codes/state/put-spans.ts';
import { merged } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { JudgedLine } from './judge/judge-lines.ts';
import type { Doc } from '../document/lock-docs.ts';

/** What ships is on its way to the receiver. */
export const giveCustody = (
  db: Db,
  writing: Writing,
  shipping: readonly JudgedLine[],
  doc: Doc,
  at: string,
  happenedAt: string | undefined,
) =>
  writeCustody(
    db,
    writing,
    merged(shipping.flatMap(({ free }) => free)).map((run) => ({
      ...run,
      custody: {
        shipStatus: Shipping.shipped,
        holderKind: doc.toKind,
        holderId: doc.toKind === Holder.firm ? null : doc.toId,
        deliverId: doc.id,
        shipAt: at,
        signAt: null,
      },
    })),
    happenedAt,
  );
