/** What JavaScript itself throws: a mistake of ours, whose words help nobody who reads them. */
const own = /^(?:Type|Reference|Range|Syntax|URI|Eval)Error$/;
/** What browsers call a module, and the bundler a style sheet, that did not come. */
const notCome = /failed to fetch|imported module|importing a module|unable to preload/i;

export const ownFault = '页面出错了，请刷新重试';

/** What to tell whoever did it of a failed act or page; '' where nothing is said. */
export const saidOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (notCome.test(message)) return '网络连接失败，请检查网络后再试';
  return own.test(name) ? ownFault : message;
};
