import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { ChannelType } from '@zhuiyuan/contract/parties/channel/channel';
/** Where a demonstration agent sits and sells; those below him belong to his regions. */
export interface DemoPlace {
  /** Begins his name. */
  place: string;
  /** District he sits in. */
  home: string;
  /** Sales regions. */
  regions: string[];
  below?: DemoPlace[];
}

/** Three general agents with provinces and cities below: 26 agents. */
export const demoPlaces: DemoPlace[] = [
  {
    place: '上海',
    home: '310101',
    regions: ['310000', '320000', '330000', '350000'],
    below: [
      {
        place: '浙江',
        home: '330102',
        regions: ['330000'],
        below: [
          { place: '杭州西湖', home: '330106', regions: ['330100'] },
          { place: '宁波海曙', home: '330203', regions: ['330200'] },
          { place: '温州鹿城', home: '330302', regions: ['330300'] },
        ],
      },
      {
        place: '江苏',
        home: '320102',
        regions: ['320000'],
        below: [
          { place: '苏州姑苏', home: '320508', regions: ['320500'] },
          { place: '无锡梁溪', home: '320213', regions: ['320200'] },
        ],
      },
      {
        place: '福建',
        home: '350102',
        regions: ['350000'],
        below: [{ place: '厦门思明', home: '350203', regions: ['350200'] }],
      },
    ],
  },
  {
    place: '北京',
    home: '110101',
    regions: ['110000', '120000', '130000', '370000'],
    below: [
      {
        place: '山东',
        home: '370102',
        regions: ['370000'],
        below: [
          { place: '青岛市南', home: '370202', regions: ['370200'] },
          { place: '烟台芝罘', home: '370602', regions: ['370600'] },
        ],
      },
      {
        place: '河北',
        home: '130102',
        regions: ['130000'],
        below: [{ place: '唐山路北', home: '130203', regions: ['130200'] }],
      },
      { place: '天津', home: '120101', regions: ['120000'] },
    ],
  },
  {
    place: '广州',
    home: '440103',
    regions: ['440000', '500000', '510000', '520000'],
    below: [
      {
        place: '广东',
        home: '440104',
        regions: ['440000'],
        below: [
          { place: '深圳福田', home: '440304', regions: ['440300'] },
          { place: '佛山禅城', home: '440604', regions: ['440600'] },
        ],
      },
      {
        place: '四川',
        home: '510104',
        regions: ['510000'],
        below: [{ place: '绵阳涪城', home: '510703', regions: ['510700'] }],
      },
      { place: '重庆', home: '500103', regions: ['500000'] },
      {
        place: '贵州',
        home: '520102',
        regions: ['520000'],
        below: [{ place: '遵义红花岗', home: '520302', regions: ['520300'] }],
      },
    ],
  },
];

/** Middles and ends of the names of agents, for each of the demonstration's firms. */
export const demoTrades = [
  { words: ['沁源', '聚春', '清和', '嘉叶', '云栖', '知味'], end: '茶叶商行' },
  { words: ['恒裕', '醇厚', '万隆', '鼎丰', '嘉禾', '福临'], end: '酒类经营部' },
] as const;

export const demoChannels = [
  { name: '线下流通', channelType: ChannelType.offline, manager: '许安' },
  { name: '商超KA', channelType: ChannelType.supermarket, manager: '程远' },
  { name: '电商平台', channelType: ChannelType.online, manager: '陆可' },
  { name: '餐饮酒店', channelType: ChannelType.catering, manager: '唐雪' },
  { name: '团购特渠', channelType: ChannelType.groupBuying, manager: '江寒' },
  { name: '出口贸易', channelType: ChannelType.foreign, manager: '顾北' },
] as const;

/** Salesmen of each firm of the demonstration, in the order of {@link demoRounds}. */
export const demoSalesmen = [
  ['周明远', '陈思齐', '吴清扬', '孙立', '赵一鸣', '郑念', '何川', '罗小溪'],
  ['蒋大为', '韩雪', '曹文轩', '邓超', '彭蕾', '苏木', '田甜', '潘峰'],
] as const;

/** Where each of the eight salesmen works. */
export const demoRounds = [
  { dept: '华东大区', regionCode: '330000' },
  { dept: '华东大区', regionCode: '320000' },
  { dept: '华东大区', regionCode: '350000' },
  { dept: '华北大区', regionCode: '370000' },
  { dept: '华北大区', regionCode: '130000' },
  { dept: '南方大区', regionCode: '440000' },
  { dept: '南方大区', regionCode: '510000' },
  { dept: '南方大区', regionCode: '520000' },
] as const;

/** Inspectors of each firm of the demonstration; the third of each may freeze codes. */
export const demoInspectors = [
  ['陆沉', '顾北', '江寒'],
  ['秦朗', '叶青', '程远'],
] as const;

/** What inspectors found, and where it was sold. */
export const demoFindings = [
  { opinion: Opinion.normal, shopName: '百联超市', remark: '陈列规范，码与批次相符。' },
  { opinion: Opinion.normal, shopName: '联华便利店', remark: '' },
  { opinion: Opinion.expired, shopName: '客运站小卖部', remark: '已过保质期，要求当场下架。' },
  { opinion: Opinion.normal, shopName: '万家福生活馆', remark: '' },
  { opinion: Opinion.fake, shopName: '夜市散摊', remark: '外包装印刷粗糙，码为复制，已取样。' },
] as const;

export const demoContacts = [
  '沈国庆',
  '王秀兰',
  '李建华',
  '张丽',
  '刘洋',
  '杨帆',
  '黄文杰',
  '林美玲',
  '徐海涛',
  '朱晓燕',
  '马俊',
  '高敏',
  '郭志强',
] as const;
