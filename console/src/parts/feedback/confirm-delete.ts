import { confirm } from '../../lib/toast.ts';

/** Asks 提示 / 确定永久删除该文件, or 确定 followed by a screen's own phrase (`删除当前数据`), and answers whether the person agreed. */
export const confirmDelete = (phrase = '永久删除该文件'): Promise<boolean> =>
  confirm({ text: `确定${phrase}`, isDanger: true });
