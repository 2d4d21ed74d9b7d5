const weekDays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** A moment in Asia/Shanghai, wherever the wall hangs. */
export const shanghaiText = (now: Date): { day: string; clock: string } => {
  const there = new Date(now.getTime() + 8 * 3_600_000);
  const text = there.toISOString();
  return { day: `${text.slice(0, 10)} ${weekDays[there.getUTCDay()]}`, clock: text.slice(11, 19) };
};
