import { mostWindows } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActScene, Audience, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { gameModes } from '@zhuiyuan/contract/campaign/play-kinds';
import { hourText } from '@zhuiyuan/contract/kit/clock';
import { Checkbox, Form, Radio } from 'antd';
import { DateTimeField } from '../../../../parts/form/date-fields.tsx';
import { OwnField, RadioField, SelectField, TextField } from '../../../../parts/form/fields.tsx';
import { RowFields } from '../../../../parts/form/row-fields.tsx';
import { timeText } from '../../../../parts/format/times.ts';
import { FirmField } from '../../../../parts/pickers/firm-field.tsx';
import { channelChoices, useChannels } from '../../../../parts/pickers/use-choices.ts';
import { playLooks } from '../play-looks.tsx';
import { mayChange } from '../edit-rules.ts';
import { isGame } from '../steps.ts';
import { ShownFacts } from '../shown-facts.tsx';
import type { StepProps } from './step-props.ts';
import { StepSheet } from './step-sheet.tsx';
import { toMask, weekdayOptions, weekdaysOf, windowText } from '../words.ts';

const PlayModeInput = ({
  value,
  onChange,
  modes,
}: {
  value?: PlayMode;
  onChange?: (mode: PlayMode) => void;
  modes: typeof PlayMode.options;
}) => (
  <div className={`zy-play-modes zy-play-modes-${modes.length}`} role="radiogroup" aria-label="玩法">
    {modes.map((mode) => {
      const { Icon } = playLooks[mode.value];
      return (
        <button
          key={mode.value}
          type="button"
          role="radio"
          aria-checked={mode.value === value}
          onClick={() => onChange?.(mode.value)}
        >
          <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
          {mode.label}
        </button>
      );
    })}
  </div>
);

const WeekdaysInput = ({ value = 0, onChange }: { value?: number; onChange?: (mask: number) => void }) => (
  <Checkbox.Group options={weekdayOptions} value={weekdaysOf(value)} onChange={(bits) => onChange?.(toMask(bits))} />
);

const hours = (from: number) =>
  Array.from({ length: 24 }, (_, at) => ({ value: at + from, label: hourText(at + from) }));

const Windows = () => (
  <div className="zy-field-wide zy-windows">
    <span className="zy-windows-label">抽奖时段</span>
    <RowFields
      name="windows"
      label="抽奖时段"
      add="添加时段"
      blank={() => ({ weekdays: 127, hourFrom: 9, hourTo: 21 })}
      most={mostWindows}
    >
      {() => (
        <>
          <OwnField name="weekdays" label="星期">
            <WeekdaysInput />
          </OwnField>
          <SelectField name="hourFrom" label="开始" from={hours(0)} />
          <SelectField name="hourTo" label="结束" from={hours(1)} />
        </>
      )}
    </RowFields>
    <p>不添加时全天可以抽奖，最多 {mostWindows} 个时段</p>
  </div>
);

/** Choices whose fields depend on one another: a box is opened by a shop, points are spent by consumers, a game needs no code. */
const useLinked = () => {
  const form = Form.useFormInstance();
  return {
    type: (lotteryType: unknown) => {
      if (Number(lotteryType) === LotteryType.box) form.setFieldValue('audience', Audience.shop);
      if (Number(lotteryType) === LotteryType.points) form.setFieldValue('audience', Audience.consumer);
    },
    scene: (actScene: unknown) => {
      if (Number(actScene) === ActScene.interact) {
        form.setFieldsValue({
          lotteryType: LotteryType.points,
          audience: Audience.consumer,
          newUserOnly: false,
          targets: [],
          ...(!gameModes.some(({ value }) => value === form.getFieldValue('playMode')) && { playMode: PlayMode.grid }),
        });
        return;
      }
      form.setFieldsValue({ lotteryType: LotteryType.code, freePerDay: 0, shareReward: 0 });
    },
  };
};

const SceneInput = ({ value, onChange }: { value?: number; onChange?: (scene: number) => void }) => {
  const link = useLinked();
  return (
    <Radio.Group
      aria-label="场景"
      options={ActScene.options.map(({ value: scene, label }) => ({ value: scene, label }))}
      value={value}
      onChange={({ target }) => {
        link.scene(target.value);
        onChange?.(target.value as number);
      }}
    />
  );
};

const LotteryTypeInput = ({ value, onChange }: { value?: number; onChange?: (type: number) => void }) => {
  const link = useLinked();
  return (
    <Radio.Group
      aria-label="抽奖类型"
      options={LotteryType.options.map(({ value: type, label }) => ({ value: type, label }))}
      value={value}
      onChange={({ target }) => {
        onChange?.(target.value as number);
        link.type(target.value);
      }}
    />
  );
};

/** 基本信息: what is played, by whom, and when. */
export const BasicsStep = ({ values, editing, isNew, isForGames, firmId, activity }: StepProps) => {
  const game = isGame(values);
  const channels = useChannels(firmId);
  const windows = values.windows ?? [];
  if (editing !== 'all') {
    return (
      <StepSheet title="基本信息">
        <ShownFacts
          items={[
            { label: '活动名称', value: values.actName },
            { label: '场景', value: ActScene.label(values.actScene) },
            ...(game
              ? []
              : [
                  { label: '参与对象', value: Audience.label(values.audience) },
                  { label: '抽奖类型', value: LotteryType.label(values.lotteryType) },
                ]),
            { label: '玩法', value: PlayMode.label(values.playMode) },
            ...(mayChange(editing, 'channelId') ? [] : [{ label: '渠道', value: activity?.channelName }]),
            { label: '开始时间', value: timeText(values.startAt) },
            ...(mayChange(editing, 'endAt') ? [] : [{ label: '结束时间', value: timeText(values.endAt) }]),
            { label: '抽奖时段', value: windows.map(windowText).join('；') || '全天', isWide: true },
          ]}
        />
        {mayChange(editing, 'endAt') && (
          <div className="zy-form-section-grid">
            <DateTimeField name="endAt" label="结束时间" help={`只能延后，现在是 ${timeText(activity?.endAt)}`} />
            <SelectField
              name="channelId"
              label="渠道"
              from={channelChoices(channels)}
              placeholder="不限渠道"
              mayClear
            />
          </div>
        )}
      </StepSheet>
    );
  }
  return (
    <StepSheet title="基本信息">
      <div className="zy-form-section-grid">
        <FirmField isNew={isNew} owned={['channelId', 'scopeId', 'poolId', 'tiers', 'targets']} />
        <TextField name="actName" label="活动名称" />
        <SelectField
          name="channelId"
          label="渠道"
          from={channelChoices(channels)}
          placeholder="不限渠道"
          mayClear
          help={channels.rows.length === 0 ? '没有可选的渠道' : undefined}
        />
        <OwnField name="playMode" label="玩法" isWide hasStar>
          <PlayModeInput modes={game ? gameModes : PlayMode.options} />
        </OwnField>
        {!isForGames && (
          <OwnField name="actScene" label="场景" help={game ? '不用码，每日免费或用积分参与' : undefined}>
            <SceneInput />
          </OwnField>
        )}
        {!game && (
          <OwnField name="lotteryType" label="抽奖类型" hasStar>
            <LotteryTypeInput />
          </OwnField>
        )}
        {!game && (
          <RadioField
            name="audience"
            label="参与对象"
            from={Audience}
            help={values.lotteryType === LotteryType.points ? '积分抽奖只面向消费者' : undefined}
          />
        )}
        <DateTimeField name="startAt" label="开始时间" hasStar />
        <DateTimeField name="endAt" label="结束时间" hasStar help="活动时间不超过 366 天" />
        <Windows />
      </div>
    </StepSheet>
  );
};
