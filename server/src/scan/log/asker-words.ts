/** An address without its second half: 203.0.*.*. */
export const maskAddress = (address: string): string => {
  if (address.includes('.')) return `${address.split('.').slice(0, 2).join('.')}.*.*`;
  return address === '' ? '' : `${address.split(':').slice(0, 2).join(':')}:*`;
};

const apps: [RegExp, string][] = [
  [/MicroMessenger/i, '微信'],
  [/AlipayClient/i, '支付宝'],
  [/DingTalk/i, '钉钉'],
  [/MQQBrowser|QQ\//i, 'QQ'],
  [/aweme|BytedanceWebview/i, '抖音'],
];
const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/i, '鸿蒙'],
  [/iPhone/i, 'iPhone'],
  [/iPad/i, 'iPad'],
  [/Android/i, 'Android'],
  [/Windows/i, 'Windows'],
  [/Mac OS X|Macintosh/i, 'Mac'],
  [/Linux/i, 'Linux'],
];
const findWord = (words: [RegExp, string][], agent: string) => words.find(([sign]) => sign.test(agent))?.[1];

/** What a browser says of itself, in two words: `微信 · iPhone`. */
export const toBrowserWords = (agent: string): string => {
  if (agent === '') return '';
  const system = findWord(systems, agent);
  const app = findWord(apps, agent) ?? (system ? '浏览器' : '其他');
  return system ? `${app} · ${system}` : app;
};
