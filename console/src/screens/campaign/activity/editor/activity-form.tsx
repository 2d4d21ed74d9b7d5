import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { gameModes } from '@zhuiyuan/contract/campaign/play-kinds';
import { prizeApi } from '@zhuiyuan/contract/campaign/prize/prize';
import { ActScene, Audience, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Form, Skeleton } from 'antd';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLeaveTab } from '../../../../lib/use-leave-tab.ts';
import { usePageName } from '../../../../lib/page-name.ts';
import { session, useMay } from '../../../../lib/session.ts';
import { Failed, NoPermission } from '../../../../parts/feedback/states.tsx';
import { useFormHandle } from '../../../../parts/form/form-body.tsx';
import { useFirmSchema, useIsPlatform } from '../../../../parts/pickers/firm-field.tsx';
import { activityList, benchList, editorPage, gameEditor, gameList } from '../addresses.ts';
import { readCollect, useCollectOf } from './collect-defaults.ts';
import { editingOf, type Editing } from '../edit-rules.ts';
import { steps } from '../steps.ts';
import { StepForm } from './step-form.tsx';
import { useActivityDraft } from './use-activity-draft.ts';
import { readStart } from '../template-start.ts';
import { blankValues, type Terms, type Values } from '../values.ts';
import '../../../../parts/frame/form.css';
import '../../../../parts/form/form-page.css';
import '../../../../parts/list/list.css';
import './editor.css';

/** The screens this form is opened from: of all activities, of the bench, or of games. */
const useOrigin = (isForGames: boolean) => {
  const [address] = useSearchParams();
  const may = useMay();
  const isBench = address.get('from') === 'bench';
  const list = isBench || !may('admin:lottery:active:list') ? benchList : activityList;
  if (isForGames) return { list: may('admin:lottery:interact:list') ? gameList : list, page: gameEditor, query: '' };
  return { list, page: editorPage, query: isBench ? '&from=bench' : '' };
};

/** A game as it begins: what is played was chosen in the gallery. */
const toGame = (values: Values, playMode: number): Values => ({
  ...values,
  actScene: ActScene.interact,
  lotteryType: LotteryType.points,
  audience: Audience.consumer,
  freePerDay: 1,
  playMode: gameModes.find(({ value }) => value === playMode)?.value ?? PlayMode.wheel,
});

const One = ({
  id,
  templateId,
  isForGames,
}: {
  id: number | undefined;
  templateId: number | undefined;
  isForGames: boolean;
}) => {
  const [address] = useSearchParams();
  const may = useMay();
  const isPlatform = useIsPlatform();
  const leaveTab = useLeaveTab();
  const { list: back, page, query } = useOrigin(isForGames);
  const ownFirm = session.use((current) => current?.admin.firmId) ?? undefined;
  const start = async () => {
    const blank = templateId
      ? await readStart(templateId, may(prizeApi.list.may), ownFirm)
      : { values: blankValues(), terms: new Map<number, Terms>() };
    const begun = { ...blank, values: { ...blank.values, ...(await readCollect(ownFirm)) } };
    if (isForGames) return { ...begun, values: toGame(begun.values, Number(address.get('play'))) };
    return address.get('from') === 'bench' ? { ...begun, values: { ...begun.values, actScene: ActScene.scan } } : begun;
  };
  const [step, setStep] = useState(() => Math.min(steps.length, Number(address.get('step')) || 1));
  const draft = useActivityDraft(id, start, (of, what) => {
    if (what === 'published') leaveTab(back);
    // The tab of a draft that was just made is the one of its number from now on.
    if (what === 'made') leaveTab(`${page}/${of}?step=${step}${query}`);
  });
  const schema = useFirmSchema(draft.schema);
  const handle = useFormHandle({ ...draft, schema });
  const watched = Form.useWatch([], { form: handle.form, preserve: true }) as Values | undefined;
  useCollectOf(handle.form, isPlatform && id === undefined ? watched?.firmId : undefined);
  usePageName(draft.activity?.actName);
  const mayEdit = may(id ? activityApi.update.may : activityApi.save.may);
  if (!mayEdit && id === undefined) return <NoPermission permission={isForGames ? '新增互动活动' : '新增抽奖活动'} />;
  if (draft.loadError) return <Failed title="活动没有加载出来" error={draft.loadError} retry={draft.reload} />;
  if (draft.initial === undefined) {
    return (
      <div className="sheet zy-sheet-body">
        <Skeleton active={false} paragraph={{ rows: 10 }} />
      </div>
    );
  }
  const editing: Editing = mayEdit ? (draft.activity ? editingOf(draft.activity.status) : 'all') : 'nothing';
  const values = { ...draft.initial, ...watched } as Values;
  return (
    <StepForm
      draft={{ ...draft, schema, close: () => leaveTab(back) }}
      handle={handle}
      values={values}
      editing={editing}
      needsFirm={isPlatform}
      isForGames={isForGames}
      step={step}
      go={setStep}
      mayPublish={may(activityApi.publish.may)}
    />
  );
};

const useForm = (isForGames: boolean) => {
  const id = Number(useParams()['id']) || undefined;
  const templateId = Number(useSearchParams()[0].get('template')) || undefined;
  return <One key={templateId ?? 'blank'} id={id} templateId={templateId} isForGames={isForGames} />;
};

/** 新增抽奖活动 / 编辑抽奖活动: five steps that open in any order. Another template begins another draft. */
export const ActivityForm = () => useForm(false);
/** 新增互动活动 / 编辑互动活动: the same without codes, so that it is laid out on nothing. */
export const GameForm = () => useForm(true);
