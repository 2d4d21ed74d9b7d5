/** Colours derived from one theme preset in one mode; the design fixes them, nothing is computed here. */
const shades = [
  'action',
  'hover',
  'press',
  'tint1',
  'tint2',
  'tint3',
  'chart1',
  'side',
  'sideMark',
  'heat1',
  'heat2',
  'heat3',
  'heat4',
  'heat5',
  'heat6',
] as const;

export type Shade = (typeof shades)[number];

/** A preset in one mode. Heat is named in the dark only: in the light it is mixed from the chart's colour. */
export type Preset = Record<Exclude<Shade, `heat${number}`>, string> &
  Partial<Record<Shade, string>> & { seed: string; name: string; logo: string };

/** Seed, name, and its colours in the light and in the dark. */
const rows = [
  [
    '#409EFF',
    '晴蓝',
    '#0970C8 #0C63B1 #0B579B #F2F8FF #E6F2FF #BADCFF #3494F4 #17212E #409EFF',
    '#409EFF #62ADFF #80BCFF #1A2A3C #1A324C #275485 #409EFF #060D15 #409EFF #182B41 #183D64 #155089 #1763AC #308AE4 #69B0FF',
  ],
  [
    '#1890FF',
    '海蓝',
    '#0670CB #0A63B4 #09579D #EFF7FF #E1F1FF #ACD7FF #1890FF #17212E #1890FF',
    '#3D9CFF #60ABFF #7DB9FF #1A2A3C #1A324C #285485 #1890FF #060D15 #1890FF #182B41 #193D64 #174F89 #1963AC #3289E4 #6BB0FF',
  ],
  [
    '#304156',
    '墨青',
    '#304156 #42546A #233448 #F1F2F3 #E4E6E9 #B4BBC2 #304156 #1E2125 #788BA3',
    '#B9CDE7 #A3B7D0 #C9DEF8 #25292F #2A3139 #495461 #889CB4 #0A0C0F #6A7D94 #262B30 #343D47 #43505F #546376 #768AA1 #9AAFC7',
  ],
  [
    '#212121',
    '玄黑',
    '#212121 #323232 #151515 #EFEFEF #E2E2E2 #AFAFAF #212121 #202020 #898989',
    '#E5E5E5 #CECECE #F6F6F6 #292929 #303030 #525252 #9A9A9A #0C0C0C #7B7B7B #2A2A2A #3C3C3C #4E4E4E #626262 #878787 #ACACAC',
  ],
  [
    '#11A983',
    '竹绿',
    '#047E60 #086F55 #076149 #EEF9F6 #E0F4EF #A9E0D2 #02A57F #14241E #11A983',
    '#20AF89 #37BE97 #4ACCA4 #132F26 #0F392C #16604B #11A983 #040F0B #11A983 #153027 #0D4636 #005D46 #007358 #009F7B #42C69E',
  ],
  [
    '#13C2C2',
    '湖青',
    '#127B7B #026D6D #035F5F #EEFBFB #E0F7F7 #AAE9E9 #19A2A2 #112424 #13C2C2',
    '#13C2C2 #33D1D1 #49E0DF #0F2F2E #063838 #005F5F #13C2C2 #030F0F #13C2C2 #103030 #004545 #005B5B #007070 #009B9B #1AC4C4',
  ],
  [
    '#6959CD',
    '鸢紫',
    '#6959CD #5D4BBE #513DAF #F4F3FB #ECE9F9 #C9C3ED #6959CD #1F1F2D #8679F1',
    '#9489FF #A29CFF #B1AEFF #27263C #2E2C4B #4E4984 #6959CD #0B0B14 #786AE0 #282641 #383463 #4A4388 #5C53AB #8075E3 #A49FFF',
  ],
  [
    '#F5222D',
    '朱红',
    '#DD0F22 #C41420 #B10216 #FEF0F0 #FEE2E4 #FBAFB3 #F5222D #2D1B19 #FE3F3F',
    '#FF635B #FF8177 #FF9A91 #3A211E #492421 #7F3B36 #F5222D #140908 #F5222D #3F201D #5F2925 #81312C #A13B36 #D75952 #FF8278',
  ],
] as const;

const toPreset = ([seed, name, light, dark]: (typeof rows)[number], isDark: boolean): Preset => {
  const colours = (isDark ? dark : light).split(' ');
  const named = Object.fromEntries(shades.map((shade, at) => [shade, colours[at]])) as Record<Shade, string>;
  return { ...named, seed, name, logo: light.split(' ')[0]! };
};

export const presets: readonly Preset[] = rows.map((row) => toPreset(row, false));

/** The preset of a seed colour in a mode; the first one for a colour that is none. */
export const presetOf = (seed: string, isDark: boolean): Preset =>
  toPreset(rows.find(([own]) => own === seed) ?? rows[0], isDark);
