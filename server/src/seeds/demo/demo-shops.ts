/** What shops of each firm are like, in the order of the demo's firms: their trade and how such a shop is called. */
export const demoShopKinds: readonly (readonly (readonly [shopType: number, name: string])[])[] = [
  [
    [4, '茶庄'],
    [4, '茗茶行'],
    [1, '生活超市'],
    [2, '便利店'],
    [3, '茶馆'],
    [4, '名烟名酒'],
    [7, '礼品店'],
    [1, '购物中心店'],
  ],
  [
    [4, '烟酒行'],
    [4, '名酒汇'],
    [3, '酒楼'],
    [1, '超市'],
    [2, '便利店'],
    [3, '大饭店'],
    [4, '酒类专卖'],
    [7, '土特产店'],
  ],
];

/** First words of shop names. */
export const demoShopWords = [
  '鼎盛',
  '福临',
  '清和',
  '云裳',
  '瑞丰',
  '和顺',
  '老街坊',
  '金桂',
  '听雨',
  '锦程',
  '万家',
  '德馨',
  '春晓',
  '溪山',
  '宏泰',
  '家和',
  '望江',
  '百年',
  '晨曦',
  '聚贤',
  '南苑',
  '新天地',
  '天成',
  '雅集',
] as const;

export const demoStreets = [
  '人民路',
  '解放路',
  '中山路',
  '文一路',
  '建设大道',
  '新华街',
  '滨江东路',
  '和平路',
  '环城南路',
  '学院路',
] as const;

/** People who keep shops or promote. */
export const demoPeople = [
  '陈建国',
  '王秀兰',
  '李明辉',
  '张晓燕',
  '刘志强',
  '赵雅琴',
  '孙浩然',
  '周海霞',
  '吴文斌',
  '郑丽娟',
  '冯立新',
  '蒋春梅',
  '沈国栋',
  '韩雪',
  '杨光',
  '朱玉珍',
  '秦岚',
  '许家明',
  '何静怡',
  '吕子墨',
] as const;

/** Promoters of each firm: name, commission in basis points, and the place of the one above in this list. */
export const demoPromoters = [
  ['宋雨桐', 500, null],
  ['罗嘉豪', 350, 0],
  ['唐晓月', 350, 0],
  ['程思远', 1250, null],
  ['白露', 280, 3],
  ['石磊', 275, 3],
  ['田甜', 800, null],
  ['乔安', 625, 6],
  ['江一帆', 330, 6],
  ['夏知秋', 1000, null],
] as const;
