/** A run of codes as it is being typed. */
export interface RangeDraft {
  taskId?: number;
  seg?: number;
  /** Codes of the segment. */
  count: number;
  from: number | null;
  to: number | null;
}

export const blankRange: RangeDraft = { count: 0, from: null, to: null };

/** What is wrong with a run of codes; nothing where it can be taken. */
export const rangeIssue = ({ taskId, seg, count, from, to }: RangeDraft): string | undefined => {
  if (taskId === undefined) return '请选择任务';
  if (seg === undefined) return '请选择码段';
  if (from === null || to === null) return '请输入起始序号和结束序号';
  if (from > to) return '码段起始不能大于结束';
  return from < 1 || to > count ? `序号须为1-${count}` : undefined;
};
