import { importTaskApi, type ImportProgress } from '@zhuiyuan/contract/jobs/import-task';
import { call } from '../../lib/call.ts';
import { dropClassLists } from '../../lib/use-class-list.ts';
import { queryClient } from '../../lib/query-client.ts';
import { readStored, writeStored } from '../../lib/stored-values.ts';
import { createStore } from '../../lib/store.ts';
import { importsKey } from '../../lib/stored-keys.ts';
import { toast } from '../../lib/toast.ts';
import { countText } from '../format/numbers.ts';
import { takeExport } from '../list/export-button.tsx';

const pollMs = 2000;
const running = 1;

interface Watched {
  /** Paths of the lists that show what was imported. */
  refresh: readonly string[];
}

/** Imports begun in this tab and how far they are; those that ended stay until the tab is left. */
export const imports = createStore<Readonly<Record<number, ImportProgress>>>({});

let watched: Record<number, Watched> = {};
let timer: ReturnType<typeof setTimeout> | undefined;

const keep = () => {
  if (Object.keys(watched).length > 0) writeStored(importsKey, watched, sessionStorage);
  else sessionStorage.removeItem(importsKey);
};

/** Offers the refused rows of an import as a file. */
export const takeErrors = (id: number): void =>
  void call(importTaskApi.exportErrors, { id }).then(takeExport, () => undefined);

const tellEnd = ({ id, ok, fail, err }: ImportProgress): void => {
  if (err) return toast.error(`导入未完成：${err}`);
  const text = `任务完成：成功${countText(ok)}条，失败${countText(fail)}条`;
  if (fail === 0) toast.success(text);
  else toast.withLink('warning', text, { text: '下载错误明细', run: () => takeErrors(id) });
};

const poll = async (): Promise<void> => {
  const ids = Object.keys(watched);
  if (ids.length === 0) return;
  if (!document.hidden) {
    const found = await call(importTaskApi.progress, { ids: ids.join(',') }, { quiet: true }).catch(() => undefined);
    if (found) {
      imports.set({ ...imports.get(), ...Object.fromEntries(found.map((one) => [one.id, one])) });
      for (const one of found.filter(({ status }) => status !== running)) {
        const refresh = [importTaskApi.list.path, ...(watched[one.id]?.refresh ?? [])];
        delete watched[one.id];
        tellEnd(one);
        // what was imported can be chosen from now on
        dropClassLists();
        for (const path of refresh) void queryClient.invalidateQueries({ queryKey: [path] });
      }
      // deleted meanwhile, or no longer ours
      for (const id of ids) if (!found.some((one) => String(one.id) === id)) delete watched[Number(id)];
      keep();
    }
  }
  timer = setTimeout(() => void poll(), pollMs);
};

const begin = (): void => {
  clearTimeout(timer);
  void poll();
};

/** Follows an import to its end, wherever the person goes meanwhile: says how it ended and loads the lists anew. */
export const watchImport = (id: number, refresh: readonly string[] = []): void => {
  watched = { ...watched, [id]: { refresh } };
  keep();
  begin();
};

/** Goes on following what this tab had begun before it was loaded anew. */
export const resumeWatch = (): void => {
  const stored = readStored(importsKey, sessionStorage);
  if (!stored || typeof stored !== 'object') return;
  watched = { ...(stored as Record<number, Watched>) };
  begin();
};
