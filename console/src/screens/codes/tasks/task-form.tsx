import {
  PrintColor,
  LabelMould,
  UrlStyle,
  AssocMode,
  Faces,
  FileType,
} from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { TaskDraft } from '@zhuiyuan/contract/codes/tasks/task-draft';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { id } from '@zhuiyuan/contract/kit/fields';
import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { confirm } from '../../../lib/toast.ts';
import { FormPage } from '../../../parts/form/form-page.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { activation, taskList } from '../addresses.ts';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { newKey } from '../../../lib/new-key.ts';
import { countsOf, totalOf } from './counts-of.ts';
import { estimateInput } from './estimate-input.ts';
import { LotDialog } from '../../../parts/pickers/lot-dialog.tsx';
import { useLotDraft } from '../../../parts/pickers/use-lot-draft.ts';
import { TaskFields } from './task-fields.tsx';

type Draft = Partial<QueryOf<(typeof taskApi)['save']>>;

const blank = (): Draft => ({
  fmt: 'X16',
  faces: Faces.outer,
  pinLen: 0,
  assocMode: AssocMode.none,
  urlStyle: UrlStyle.short,
  fileType: 'csv',
  fileRows: 1_000_000,
  mouldId: LabelMould.medium,
  printColor: PrintColor.black,
  maxDownload: 3,
  autoActivate: false,
  regOn: false,
  idemKey: newKey(),
});

/** Staff of the platform say whose codes these are; for all others it is their own firm. */
const ofFirm = TaskDraft.safeExtend({ firmId: id('请选择所属企业') });

/** A new draft with everything a former task was asked for. */
const copy = async (taskId: number): Promise<Draft> => {
  const { fmt, fileType, usesFirmDomain, ...task } = await call(taskApi.info, { id: taskId }, { quiet: true });
  return {
    ...blank(),
    firmId: task.firmId,
    name: task.name,
    productId: task.productId ?? undefined,
    lotId: task.lotId ?? undefined,
    fmt: fmt === 'EXT' ? 'X16' : fmt,
    faces: task.faces,
    pinLen: task.pinLen,
    assocMode: task.assocMode,
    ...(task.assocMode === AssocMode.joined ? { caseNum: task.caseNum, boxNum: task.boxNum } : {}),
    caseCount: task.caseCount,
    boxCount: task.boxCount,
    itemCount: task.itemCount,
    urlStyle: task.urlStyle,
    usesFirmDomain: usesFirmDomain ? 1 : 0,
    fileType: FileType.of(fileType)?.value ?? 'csv',
    fileRows: task.fileRows,
    mouldId: task.mouldId,
    printColor: task.printColor,
    printer: task.printer,
    maxDownload: task.maxDownload,
    autoActivate: task.autoActivate,
    regOn: task.regOn,
    remark: task.remark,
  };
};

/** 新增生码任务; with a number in the address, a copy of that task. */
export const TaskForm = () => {
  const params = useParams();
  const [address] = useSearchParams();
  const isPlatform = useIsPlatform();
  const leaveTab = useLeaveTab();
  const [madeLot, setMadeLot] = useState<number>();
  const lotDraft = useLotDraft(setMadeLot);
  const done = '提交成功';
  const toNext = useNextStep();
  // Asked when the answer comes, whichever render sent it.
  const waitsForReview = useRef(false);
  const draft = usePageDraft({
    id: params.id ? Number(params.id) : undefined,
    create: taskApi.save,
    list: taskApi.list,
    load: copy,
    // Whoever comes from a product or a lot has chosen them already.
    blank: () => ({
      ...blank(),
      productId: Number(address.get('productId')) || undefined,
      lotId: Number(address.get('lotId')) || undefined,
    }),
    done: { create: done, update: done },
    onSaved: () => leaveTab(taskList),
    next: (made) => (waitsForReview.current ? undefined : toNext('启用', activation(made.id), codeOpApi.use.may)),
  });
  const submit = async (values: Record<string, unknown>) => {
    // Only a set has a ratio of its own; what was typed for one before changing one's mind stays behind.
    const { boxNum, caseNum, ...plain } = values;
    const isSet = values['assocMode'] === 1;
    const counts = countsOf(values);
    const { reviewOver } = await call(taskApi.estimate, estimateInput(values), { quiet: true });
    const total = totalOf(counts);
    waitsForReview.current = total > reviewOver;
    const review = total > reviewOver ? `数量超过${countText(reviewOver)}，需要审核。` : '';
    const text = `${review}任务提交后参数不可修改，确定生成${countText(total)}个码？`;
    if (await confirm({ text })) await draft.submit({ ...plain, ...(isSet ? { boxNum, caseNum } : {}), ...counts });
  };
  const own = { ...draft, submit, close: () => leaveTab(taskList), schema: isPlatform ? ofFirm : draft.schema };
  return (
    <>
      <FormPage draft={own} save="提交">
        <TaskFields addLot={(productId) => lotDraft.open(undefined, { productId })} madeLot={madeLot} />
      </FormPage>
      <LotDialog draft={lotDraft} />
    </>
  );
};
