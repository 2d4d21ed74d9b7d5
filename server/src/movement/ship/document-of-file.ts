import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';

interface OfFile {
  firmId: number;
  taskId: number;
  /** What the rows of one document have in common. */
  key: string;
}

/** The key of the operation that makes a document of a file. */
const firstKey = ({ taskId, key }: OfFile): string =>
  `import ${taskId} ${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;

const Done = z.object({ doc: z.object({ id: z.number() }) });

const findFirst = async (db: Db, of: OfFile): Promise<number | undefined> => {
  const op = await db
    .selectFrom('codeOp')
    .where('firmId', '=', of.firmId)
    .where('opSrc', '=', OpSource.task)
    .where('idemKey', '=', firstKey(of))
    .select('result')
    .executeTakeFirst();
  return op && Done.parse(op.result).doc.id;
};

/** The document that earlier rows of a file made and that later ones go into, while nothing of it is signed or cancelled. */
export const findAppendable = async (db: Db, of: OfFile): Promise<number | undefined> => {
  const id = await findFirst(db, of);
  if (id === undefined) return undefined;
  const open = await db
    .selectFrom('deliver')
    .where('id', '=', id)
    .where('status', '=', DeliverStatus.shipped)
    .where('signQty', '=', 0)
    .select('id')
    .executeTakeFirst();
  return open?.id;
};

/**
 * The key of the operation that ships the next rows of a file: the first one makes the document. Later ones only need one of their
 * own, for the cursor of the file moves with them.
 */
export const shippingKey = async (db: Db, of: OfFile): Promise<string> =>
  (await findFirst(db, of)) === undefined ? firstKey(of) : `${firstKey(of)} ${randomUUID().slice(0, 8)}`;
