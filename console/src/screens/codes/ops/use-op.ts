import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import type { Checked, Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { ExportFile } from '@zhuiyuan/contract/kit/export';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import type { DataOf, Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { takeExport } from '../../../parts/list/export-button.tsx';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { newKey } from '../../../lib/new-key.ts';

export type Done = DataOf<(typeof codeOpApi)['use']>;
type Asked = Record<string, unknown>;
type CheckEndpoint = Endpoint<z.ZodType, z.ZodType<Checked>>;
type ExportEndpoint = Endpoint<z.ZodType, typeof ExportFile>;
type SubmitEndpoint = Endpoint<z.ZodType, z.ZodType<Done>>;

/** The two calls of an operation on codes, and what the page says in between and afterwards. */
export interface OpPlan {
  check: CheckEndpoint;
  /** Everything the pre-check finds against the codes, as a file. */
  checkExport: ExportEndpoint;
  submit: SubmitEndpoint;
  /** Asks before the operation; `n` codes would change, bound to `from` now. */
  agree: (n: number, from: string) => Promise<boolean>;
  done: (answer: Done) => string;
}

/** What codes are bound to, in words: the most frequent, and how many others there are. */
const boundTo = (bindings: Checked['bindings']): string => {
  const [first] = bindings;
  if (!first) return '';
  const name = [first.storeName, first.lotNo, first.channelName].filter(Boolean).join(' / ');
  return bindings.length > 1 ? `${name} 等 ${bindings.length} 种绑定` : name;
};

const fileQuestion = '文件中的码将在后台逐行检查并执行，确定提交？';

const changed = [codeOpApi.list, identityApi.list, identityApi.info, taskApi.list, taskApi.info, lotApi.listAll];

/** What a pre-check was made for; anything else needs another one. */
export const checkedFor = (asked: Asked): string => JSON.stringify(asked);

/** What stands against codes now that did not at the pre-check, by the first of them. */
export const toChangeText = (now: readonly Conflict[], before: readonly Conflict[]): string => {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  const fresh = now.filter((one) => !known.has(JSON.stringify(one)));
  const [first] = fresh;
  if (!first) return '预检后数据有变化，已重新预检，请核对后再提交';
  const which = fresh.length > 1 ? `${first.errMsg}等 ${fresh.length} 项` : first.errMsg;
  return `预检后有变化：${which}。可跳过异常码，其余照常执行`;
};

/** The dry run and the operation itself. `checked` holds for exactly what {@link checkedFor} names. */
export const useOp = ({ check, checkExport, submit, agree, done }: OpPlan, reset: () => void) => {
  const client = useQueryClient();
  const [idemKey, setIdemKey] = useState(newKey);
  const [checked, setChecked] = useState<{ of: string; data: Checked }>();
  const [answer, setAnswer] = useState<Done>();
  const [isChecking, lockCheck] = useSubmitLock();
  const [isRunning, lockRun] = useSubmitLock();

  const look = (asked: Asked) =>
    lockCheck(async () => {
      setAnswer(undefined);
      const data = await call(check, asked, { quiet: true });
      setChecked({ of: checkedFor(asked), data });
    });

  const run = (asked: Asked, more: Asked, isFile: boolean) =>
    lockRun(async () => {
      const { ok = 0, repeat = 0, token, bindings = [] } = checked?.data ?? {};
      if (!(await (isFile ? confirm({ text: fileQuestion, verb: '提交' }) : agree(ok - repeat, boundTo(bindings)))))
        return;
      try {
        const data = await call(
          submit,
          { ...asked, ...more, token: isFile ? undefined : token, idemKey },
          { quiet: true },
        );
        toast.success(done(data));
        setAnswer(data);
        setIdemKey(newKey());
        reset();
        for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] });
        setChecked(undefined);
      } catch (error) {
        if (isFile || !(error instanceof ApiError) || error.code !== codeRefusals.changed[0]) {
          // What was checked is no longer so.
          setChecked(undefined);
          throw error;
        }
        // Somebody changed codes meanwhile: another look names them and offers to leave them out.
        const data = await call(check, asked, { quiet: true });
        setChecked({ of: checkedFor(asked), data });
        throw new ApiError(error.code, toChangeText(data.conflicts, checked?.data.conflicts ?? []));
      }
    });

  const takeLeftOut = async (asked: Asked) => {
    try {
      takeExport(await call(checkExport, asked, { quiet: true }));
    } catch (error) {
      toast.failure(error);
    }
  };

  return { takeLeftOut, checked, answer, isChecking, isRunning, look, run };
};
