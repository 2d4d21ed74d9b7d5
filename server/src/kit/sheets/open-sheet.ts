import { ChildLimit, startChild, type Child, type ChildLimits } from '../jobs/start-child.ts';
import type { SheetWish } from './read-sheet.ts';
import type { SheetMessage } from './sheet-worker.ts';
import { unreadable, type OpenSheet, type SheetLimits, type SheetRow } from './sheet.ts';

/** Reading a workbook with the most shared texts it may have takes about 250 MB; all others below 150. */
const childLimits: ChildLimits = { heapMegabytes: 192, megabytes: 448, quietSeconds: 30 };

/**
 * Opens an uploaded xlsx, csv or txt file, whatever its name says, in a process of its own, and reads its titles. Refuses
 * 61082, 61083, 61084; `rows` refuses 61083 once there are too many. Empty rows are left out, and cells beyond the titles.
 * Who only looks at the file says for how many seconds at most; beyond them it refuses 61086.
 */
export const openSheet = (path: string, limits: SheetLimits, seconds?: number): Promise<OpenSheet> =>
  open({ path, limits }, seconds);

/** As `openSheet`, but the first row is a row like the others, and `columns` says how many cells are wanted. */
export const openRows = (wish: Required<SheetWish>, seconds?: number): Promise<OpenSheet> => open(wish, seconds);

const open = async (wish: SheetWish, seconds?: number): Promise<OpenSheet> => {
  const child = await startChild<SheetMessage, 'more'>(new URL('./sheet-worker.ts', import.meta.url), wish, {
    ...childLimits,
    seconds,
  });
  const next = () => requireNext(child);
  const rows = async function* rows(): AsyncGenerator<SheetRow> {
    try {
      for (let message = await next(); 'rows' in message; message = await next()) {
        child.tell('more');
        yield* message.rows;
      }
    } finally {
      await child.close();
    }
  };
  const first = await next();
  return { titles: 'titles' in first ? first.titles : [], rows: rows(), close: () => child.close() };
};

const requireNext = async (child: Child<SheetMessage, 'more'>): Promise<SheetMessage> => {
  try {
    return await child.next();
  } catch (error) {
    await child.close();
    if (!(error instanceof ChildLimit)) throw error;
    throw unreadable(error.isTime ? '读取时间过长，请删除空行或拆分后上传' : '内容过大或结构异常，请拆分后上传');
  }
};
