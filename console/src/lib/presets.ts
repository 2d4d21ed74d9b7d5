/** Colours derived from one theme preset; the design fixes them, nothing is computed here. */
export interface Preset {
  seed: string;
  name: string;
  action: string;
  hover: string;
  press: string;
  tint1: string;
  tint2: string;
  tint3: string;
  chart1: string;
  side: string;
  sideMark: string;
}

const preset = (
  ...[seed, name, action, hover, press, tint1, tint2, tint3, chart1, side, sideMark]: [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
): Preset => ({ seed, name, action, hover, press, tint1, tint2, tint3, chart1, side, sideMark });

export const presets: readonly Preset[] = [
  preset(
    '#409EFF',
    '晴蓝',
    '#0970C8',
    '#0C63B1',
    '#0B579B',
    '#F2F8FF',
    '#E6F2FF',
    '#BADCFF',
    '#3494F4',
    '#17212E',
    '#409EFF',
  ),
  preset(
    '#1890FF',
    '海蓝',
    '#0670CB',
    '#0A63B4',
    '#09579D',
    '#EFF7FF',
    '#E1F1FF',
    '#ACD7FF',
    '#1890FF',
    '#17212E',
    '#1890FF',
  ),
  preset(
    '#304156',
    '墨青',
    '#304156',
    '#42546A',
    '#233448',
    '#F1F2F3',
    '#E4E6E9',
    '#B4BBC2',
    '#304156',
    '#1E2125',
    '#788BA3',
  ),
  preset(
    '#212121',
    '玄黑',
    '#212121',
    '#323232',
    '#151515',
    '#EFEFEF',
    '#E2E2E2',
    '#AFAFAF',
    '#212121',
    '#202020',
    '#898989',
  ),
  preset(
    '#11A983',
    '竹绿',
    '#047E60',
    '#086F55',
    '#076149',
    '#EEF9F6',
    '#E0F4EF',
    '#A9E0D2',
    '#02A57F',
    '#14241E',
    '#11A983',
  ),
  preset(
    '#13C2C2',
    '湖青',
    '#127B7B',
    '#026D6D',
    '#035F5F',
    '#EEFBFB',
    '#E0F7F7',
    '#AAE9E9',
    '#19A2A2',
    '#112424',
    '#13C2C2',
  ),
  preset(
    '#6959CD',
    '鸢紫',
    '#6959CD',
    '#5D4BBE',
    '#513DAF',
    '#F4F3FB',
    '#ECE9F9',
    '#C9C3ED',
    '#6959CD',
    '#1F1F2D',
    '#8679F1',
  ),
  preset(
    '#F5222D',
    '朱红',
    '#DD0F22',
    '#C41420',
    '#B10216',
    '#FEF0F0',
    '#FEE2E4',
    '#FBAFB3',
    '#F5222D',
    '#2D1B19',
    '#FE3F3F',
  ),
];

/** The preset of a seed colour; the first one for a colour that is none. */
export const presetOf = (seed: string): Preset => presets.find((one) => one.seed === seed) ?? presets[0]!;
