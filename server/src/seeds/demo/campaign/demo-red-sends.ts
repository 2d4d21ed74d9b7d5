import type { Fate } from './demo-fates.ts';

/** What became of one packet that staff sent by hand. */
interface DemoPacket {
  fate: Extract<Fate, 'received' | 'failed' | 'again' | 'returned' | 'waiting'>;
  /** Fen. */
  amount: number;
  /** Why he gets it, where it is not for the reason of all; in files alone. */
  remark?: string;
}

/** An order of packets sent by hand. Above the firm's limit it says what came of its review; nothing yet without one. */
export interface DemoSend {
  hoursAgo: number;
  remark: string;
  fileName?: string;
  packets: readonly DemoPacket[];
  review?: { hoursAgo: number; isPassed: boolean; remark: string };
}

const all = (count: number, packet: DemoPacket): DemoPacket[] => Array.from({ length: count }, () => packet);

/** What each firm of the demonstration sent by hand, the oldest first: received, failed, sent again, come back, rejected, waiting and held. */
export const demoSends: DemoSend[][] = [
  [
    {
      hoursAgo: 8 * 24 + 5,
      remark: '春茶预订客户回馈',
      packets: [
        ...all(5, { fate: 'received', amount: 1888 }),
        { fate: 'returned', amount: 1888 },
        { fate: 'again', amount: 1888 },
      ],
    },
    {
      hoursAgo: 5 * 24 + 3,
      remark: '品鉴会到场客户',
      packets: all(7, { fate: 'received', amount: 16_800 }),
      review: { hoursAgo: 5 * 24 + 1, isPassed: false, remark: '与品鉴会签到表不符，请核对名单后重新发放' },
    },
    {
      hoursAgo: 4 * 24 + 6,
      remark: '品鉴会到场客户，已按签到表核对',
      packets: [...all(5, { fate: 'received', amount: 16_800 }), { fate: 'failed', amount: 16_800 }],
      review: { hoursAgo: 4 * 24 + 4, isPassed: true, remark: '' },
    },
    {
      hoursAgo: 9,
      remark: '包装破损补偿',
      fileName: '包装破损补偿名单.xlsx',
      packets: [
        { fate: 'received', amount: 2000, remark: '外盒破损，茶叶完好' },
        { fate: 'received', amount: 3500, remark: '罐体凹陷' },
        { fate: 'waiting', amount: 2000, remark: '外盒破损，茶叶完好' },
        { fate: 'failed', amount: 5000 },
        { fate: 'waiting', amount: 1200, remark: '缺少手提袋' },
      ],
    },
    {
      hoursAgo: 2,
      remark: '年度会员答谢',
      packets: all(6, { fate: 'received', amount: 18_800 }),
    },
  ],
  [
    {
      hoursAgo: 6 * 24 + 4,
      remark: '封坛客户回馈',
      packets: [...all(4, { fate: 'received', amount: 2800 }), { fate: 'returned', amount: 2800 }],
    },
    {
      hoursAgo: 3 * 24 + 5,
      remark: '酒坊开放日到场客户',
      packets: all(6, { fate: 'received', amount: 18_000 }),
      review: { hoursAgo: 3 * 24 + 2, isPassed: false, remark: '金额与活动方案不一致，方案为每人 66 元' },
    },
    {
      hoursAgo: 7,
      remark: '酒坊开放日到场客户',
      fileName: '开放日签到名单.csv',
      packets: [
        ...all(3, { fate: 'received', amount: 6600 }),
        { fate: 'failed', amount: 6600 },
        { fate: 'waiting', amount: 6600 },
      ],
    },
    {
      hoursAgo: 1,
      remark: '团购客户答谢',
      packets: all(8, { fate: 'received', amount: 16_600 }),
    },
  ],
];
