import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus, ActScene, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Button } from 'antd';
import CircleStop from 'icon:circle-stop';
import Copy from 'icon:copy';
import Pause from 'icon:pause';
import Play from 'icon:play';
import Rocket from 'icon:rocket';
import Wallet from 'icon:wallet';
import type { IconType } from '../../../../parts/icon/make-icon.tsx';
import { useMay } from '../../../../lib/session.ts';
import { copyText } from '../../../../parts/format/copy-text.ts';
import { dayjs } from '../../../../parts/format/dayjs.ts';
import { EnumTag } from '../../../../parts/format/tag.tsx';
import { timeText } from '../../../../parts/format/times.ts';
import { MoreButton, runAct, type Act } from '../../../../parts/list/acts.tsx';
import { ListTabs } from '../../../../parts/list/list-tabs.tsx';
import { isGame } from '../steps.ts';
import { turnsText } from '../words.ts';
import { targetsText } from '../targets/targets.ts';
import type { useActivityActs } from '../use-activity-acts.tsx';
import '../../../../parts/list/list.css';

type Acts = ReturnType<ReturnType<typeof useActivityActs>['of']>;

export interface Tab {
  value: string;
  label: string;
  count?: number;
}

const icons: Partial<Record<keyof Acts, IconType>> = {
  budget: Wallet,
  pause: Pause,
  resume: Play,
  publish: Rocket,
  end: CircleStop,
};
/** In sight as buttons, in this order; the others lie behind the three dots. */
const shown = ['publish', 'budget', 'resume', 'pause', 'end'] as const;
const rest = ['link', 'scans', 'stock', 'shops', 'edit', 'copy', 'template', 'withdraw', 'remove'] as const;

const ActButton = ({ act, icon: Icon }: { act: Act; icon: IconType | undefined }) => (
  <Button
    danger={act.destructive}
    icon={Icon && <Icon size={14} strokeWidth={1.6} aria-hidden="true" />}
    onClick={() => void runAct(act)}
  >
    {act.label}
  </Button>
);

const dayText = ({ status, startAt, endAt, endedAt, endReason }: Activity): string => {
  if (status === ActivityStatus.ended) return `${timeText(endedAt ?? endAt)} ${endReason || '已结束'}`;
  if (!startAt || !endAt) return '';
  const today = dayjs().startOf('day');
  const day = today.diff(dayjs(startAt).startOf('day'), 'day') + 1;
  const left = dayjs(endAt).subtract(1, 'second').startOf('day').diff(today, 'day');
  if (day < 1) return `${1 - day} 天后开始`;
  return left < 0 ? '已过结束时间' : `第 ${day} 天，${left === 0 ? '今天结束' : `还剩 ${left} 天`}`;
};

/** What the activity is, how it stands, what can be done with it, and the parts of its page. */
export const ActivityHead = ({
  activity,
  acts,
  tabs,
  tab,
  show,
}: {
  activity: Activity;
  acts: Acts;
  tabs: readonly Tab[];
  tab: string;
  show: (tab: string) => void;
}) => {
  const may = useMay();
  const buttons = shown.flatMap((key) => {
    const act = acts[key];
    return act && (!act.may || may(act.may)) ? [{ key, act }] : [];
  });
  return (
    <section className="sheet zy-activity-head" aria-label="活动">
      <div className="zy-activity-top">
        <div>
          <p className="zy-activity-title">
            <b>{activity.actName}</b>
            <EnumTag of={ActivityStatus} value={activity.status} />
            <span className="zy-mono">{activity.actNo}</span>
            <button
              type="button"
              className="zy-icon-button"
              aria-label={`复制活动编号 ${activity.actNo}`}
              onClick={() => void copyText(activity.actNo)}
            >
              <Copy size={14} strokeWidth={1.6} />
            </button>
          </p>
          <p className="zy-activity-what">
            <b>{PlayMode.label(activity.playMode)}</b>
            <span>{ActScene.label(activity.actScene)}</span>
            {isGame(activity) && <span>{turnsText(activity)}</span>}
            {activity.targets.length > 0 && <span>{targetsText(activity.targets)}</span>}
            <span>{activity.scopeName || '全国'}</span>
            <span>
              {timeText(activity.startAt)} 至 {timeText(activity.endAt)}
            </span>
            <span>{dayText(activity)}</span>
            {activity.endText && <span>结束原因 {activity.endText}</span>}
          </p>
        </div>
        <div className="zy-activity-acts">
          {buttons.map(({ key, act }) => (
            <ActButton key={key} act={act} icon={icons[key]} />
          ))}
          <MoreButton acts={rest.flatMap((key) => acts[key] ?? [])} />
        </div>
      </div>
      <div className="zy-list-tabs">
        <ListTabs items={tabs} value={tab} change={show} />
      </div>
    </section>
  );
};
