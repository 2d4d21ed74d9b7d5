/** One step of a lot: its type, how many days after the lot was made and at what hour, where, and what it holds. */
export interface DemoStep {
  type: string;
  day: number;
  clock: string;
  place: string;
  operator: string;
  values: Record<string, unknown>;
  lng?: number;
  lat?: number;
  picture?: string;
}

interface Garden {
  name: string;
  lng: number;
  lat: number;
  picture: string;
}

const gardens: Garden[] = [
  { name: '狮峰山 3 号茶园', lng: 120.098712, lat: 30.223518, picture: '狮峰茶园-春' },
  { name: '安吉溪龙乡白茶园', lng: 119.722105, lat: 30.721462, picture: '安吉山场' },
  { name: '武夷山桐木村岩茶园', lng: 117.951036, lat: 27.669423, picture: '安吉山场' },
  { name: '安溪感德镇茶园', lng: 117.914308, lat: 25.296417, picture: '狮峰茶园-春' },
  { name: '福鼎点头镇茶园', lng: 120.153827, lat: 27.288631, picture: '安吉山场' },
  { name: '武夷山星村镇茶园', lng: 117.897425, lat: 27.617752, picture: '狮峰茶园-春' },
  { name: '勐海布朗山古树茶园', lng: 100.431276, lat: 21.734508, picture: '勐海古树' },
  { name: '横州茉莉花茶园', lng: 109.261534, lat: 22.679812, picture: '安吉山场' },
];

/** Which steps each tea goes through, in the order of the demo products. */
const teaSteps = ['采杀揉干', '采杀揉干', '采萎杀揉干', '采萎杀揉干', '采萎干', '采萎揉发干', '采杀揉发干', '采萎杀干'];
const liquorSteps = ['曲发蒸窖灌', '曲发窖灌', '发窖灌', '发窖灌'];

/** A number that follows from the lot and the field alone. */
const vary = (seed: number, from: number, to: number, step = 1): number => {
  const places = Math.floor((to - from) / step) + 1;
  return Math.round((from + (((seed * 7919) >>> 2) % places) * step) * 10) / 10;
};

const teaWorkshop = '青岚山初制厂一车间';

const teaStep = (letter: string, at: number, seed: number): DemoStep => {
  const garden = gardens[at]!;
  const craft = { place: teaWorkshop, operator: ['周茂林', '沈一鸣', '何素秋'][seed % 3]! };
  const steps: Record<string, DemoStep> = {
    采: {
      type: '采摘',
      day: -3,
      clock: '06:40:00',
      place: garden.name,
      lng: garden.lng,
      lat: garden.lat,
      picture: garden.picture,
      operator: '陈阿福',
      values: {
        f1: garden.name,
        f2: ['单芽', '一芽一叶', '一芽二叶', '一芽三叶'][Math.min(at, 3)]!,
        f3: vary(seed, 180, 460, 2.5),
        f4: '陈阿福',
      },
    },
    萎: {
      type: '萎凋',
      day: -2,
      clock: '09:10:00',
      ...craft,
      values: {
        f1: at === 4 ? '日光萎凋' : '室内萎凋',
        f2: vary(seed, 10, 36, 0.5),
        f3: { value: vary(seed, 21, 26, 0.5), device: 'TH-02' },
      },
    },
    杀: {
      type: '杀青',
      day: -2,
      clock: '15:20:00',
      ...craft,
      values: { f1: at === 0 ? '手工' : '滚筒', f2: vary(seed, 210, 280, 5), f3: vary(seed, 6, 15) },
    },
    揉: { type: '揉捻', day: -2, clock: '17:05:00', ...craft, values: { f1: vary(seed, 20, 60, 5) } },
    发: {
      type: '发酵',
      day: -2,
      clock: '19:30:00',
      ...craft,
      values: { f1: vary(seed, 4, 12, 0.5), f2: vary(seed, 26, 34) },
    },
    干: {
      type: '干燥',
      day: -1,
      clock: '10:45:00',
      ...craft,
      values: { f1: vary(seed, 80, 110, 5), f2: vary(seed, 4, 6, 0.2) },
    },
  };
  return steps[letter]!;
};

const liquorStep = (letter: string, at: number, seed: number): DemoStep => {
  const brewery = { lng: 106.401285, lat: 27.855731, operator: ['赵长河', '田茂', '罗启'][seed % 3]! };
  const steps: Record<string, DemoStep> = {
    曲: {
      type: '制曲',
      day: -168,
      clock: '08:30:00',
      place: '茅坝镇云岭酒坊曲房',
      ...brewery,
      values: { f1: at === 0 ? '高温大曲' : '麦曲', f2: vary(seed, 38, 45), f3: `${vary(seed, 1, 6)} 号曲房` },
    },
    发: {
      type: '发酵',
      day: -112,
      clock: '09:00:00',
      place: '茅坝镇云岭酒坊',
      ...brewery,
      values: {
        f1: `${vary(seed, 1, 24)} 号窖池`,
        f2: vary(seed, 28, 45),
        f3: { value: vary(seed, 24, 32, 0.5), device: 'YJ-11' },
      },
    },
    蒸: {
      type: '蒸馏',
      day: -66,
      clock: '14:10:00',
      place: '茅坝镇云岭酒坊',
      ...brewery,
      values: { f1: vary(seed, 53, 57, 0.1), f2: '看花摘酒，分段取酒' },
    },
    窖: {
      type: '窖藏',
      day: -60,
      clock: '10:00:00',
      place: '云岭 2 号酒库',
      ...brewery,
      values: {
        f1: at >= 2 ? '不锈钢罐' : '陶坛',
        f2: `${vary(seed, 1, 4)} 号酒库`,
        f3: { value: vary(seed, 15, 19, 0.5), device: 'JK-03' },
      },
    },
    灌: {
      type: '灌装',
      day: 0,
      clock: '13:30:00',
      place: '云岭灌装车间',
      ...brewery,
      values: { f1: `${vary(seed, 1, 3)} 号线`, f2: vary(seed, 2000, 6000, 12), f3: '杨正' },
    },
  };
  return steps[letter]!;
};

const tests = (isTea: boolean): DemoStep => ({
  type: '质检',
  day: 1,
  clock: '09:40:00',
  place: isTea ? '青岚山质检室' : '云岭质检中心',
  operator: isTea ? '许知微' : '冯敏',
  picture: '检测报告-2026-0402',
  values: {
    f1: isTea ? ['感官', '农残', '重金属'] : ['感官', '理化指标', '净含量'],
    f2: '合格',
    f3: isTea ? 'GB 2763、GB 2762' : 'GB 2757',
    f4: isTea ? '许知微' : '冯敏',
  },
});

const stored = (isTea: boolean, seed: number): DemoStep => ({
  type: '入库',
  day: 2,
  clock: '16:20:00',
  place: isTea ? '青岚山成品仓' : '云岭成品仓',
  operator: isTea ? '钱小满' : '龙飞',
  values: {
    f1: isTea ? '成品 A 仓' : '成品 1 仓',
    f2: vary(seed, 1800, 5600, 20),
    f3: { value: vary(seed, 12, 20, 0.5), device: 'CK-01' },
  },
});

/** Everything that was done to one lot of a demo product; `at` is the product's place among those of its firm. */
export const demoSteps = ({ firmAt, at, seed }: { firmAt: number; at: number; seed: number }): DemoStep[] => {
  const isTea = firmAt === 0;
  const letters = (isTea ? teaSteps : liquorSteps)[at] ?? '';
  const made = [...letters].map((letter, place) => (isTea ? teaStep : liquorStep)(letter, at, seed + place));
  return [...made, tests(isTea), stored(isTea, seed)];
};
