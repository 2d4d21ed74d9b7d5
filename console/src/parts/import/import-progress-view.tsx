import { isPartlyDone, JobStatus, JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import type { ImportProgress } from '@zhuiyuan/contract/jobs/import-task';
import { Button, Progress } from 'antd';
import Download from 'icon:download';
import { countText } from '../format/numbers.ts';
import { FirstFaults } from './first-faults.tsx';
import { takeErrors } from './watch-import.ts';
import './import.css';

/** Seconds in words, as `约 3 分钟`. */
export const etaText = (seconds: number): string => {
  if (seconds < 60) return `约 ${Math.max(1, seconds)} 秒`;
  if (seconds < 3600) return `约 ${Math.ceil(seconds / 60)} 分钟`;
  return `约 ${Math.floor(seconds / 3600)} 小时 ${Math.ceil((seconds % 3600) / 60)} 分钟`;
};

/** Share of the rows that were tried, 0–100. */
export const shareOf = ({
  total,
  ok,
  fail,
  skip,
  status,
  phase,
}: Omit<ImportProgress, 'id' | 'eta' | 'err' | 'isWaiting'>): number => {
  if (status === JobStatus.done) return 100;
  if (phase < JobPhase.running || total === 0) return 0;
  return Math.min(status === JobStatus.running ? 99 : 100, Math.floor(((ok + fail + skip) / total) * 100));
};

const isPartly = ({ ok, fail, skip, ...progress }: ImportProgress): boolean =>
  isPartlyDone({ ...progress, okCnt: ok, failCnt: fail, skipCnt: skip });

/** What a file that is worked on waits for, or is at. */
export const runningText = ({ phase, isWaiting }: { phase: number; isWaiting: boolean }): string => {
  if (!isWaiting) return JobPhase.label(phase);
  return phase === JobPhase.queued ? '排队中' : '等待后台继续';
};

const stateText = (progress: ImportProgress): string => {
  const { status, phase, total, fail, eta, err } = progress;
  if (status === JobStatus.done) return '导入完成';
  if (isPartly(progress)) return `部分成功，${countText(fail)} 行未导入`;
  if (status === JobStatus.unfinished) return err || '导入未完成';
  if (progress.isWaiting) return runningText(progress);
  if (phase === JobPhase.checking) return `正在校验，已读取 ${countText(total)} 行`;
  if (phase === JobPhase.running) return eta === null ? '正在导入' : `正在导入，剩余${etaText(eta)}`;
  return phase === JobPhase.queued ? '排队中' : JobPhase.label(phase);
};

const barOf = (progress: ImportProgress) => {
  if (progress.status === JobStatus.running) return 'active';
  if (progress.status === JobStatus.done) return 'success';
  return isPartly(progress) ? 'normal' : 'exception';
};

/** How far an import is: bar, counts, and at its end the first refused rows, all of them as a file. */
export const ImportProgressView = ({ progress }: { progress: ImportProgress }) => {
  const { id, ok, fail, skip, total, status } = progress;
  return (
    <div
      className={isPartly(progress) ? 'zy-import-progress zy-import-partly' : 'zy-import-progress'}
      aria-live="polite"
    >
      <p>
        <strong>{stateText(progress)}</strong>
        {total > 0 && status !== JobStatus.running && <span>共 {countText(total)} 行</span>}
      </p>
      <Progress percent={shareOf(progress)} status={barOf(progress)} strokeLinecap="butt" />
      <dl>
        <div>
          <dt>成功</dt>
          <dd className="zy-import-ok">{countText(ok)}</dd>
        </div>
        <div>
          <dt>失败</dt>
          <dd className={fail > 0 ? 'zy-import-bad' : undefined}>{countText(fail)}</dd>
        </div>
        <div>
          <dt>跳过</dt>
          <dd>{countText(skip)}</dd>
        </div>
        {fail > 0 && status !== JobStatus.running && (
          <Button icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={() => takeErrors(id)}>
            下载错误明细
          </Button>
        )}
      </dl>
      {fail > 0 && status !== JobStatus.running && <FirstFaults id={id} />}
    </div>
  );
};
