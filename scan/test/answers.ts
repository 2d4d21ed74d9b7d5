import { type PinAnswer, ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { verdictWords } from '@zhuiyuan/contract/codes/state/verdict';

/** An answer in which everything is filled, also what the verdict must not show: the page is the second guard. */
export const fullAnswer = (verdict: ScanAnswer['verdict'], changes: Partial<PinAnswer> = {}): ScanAnswer =>
  ScanAnswer.parse({
    token: 'token-1',
    scanId: 90071,
    verdict,
    level: verdictWords[verdict].level,
    title: verdictWords[verdict].title,
    text: verdictWords[verdict].text.replace('{times}', '2').replace('{phone}', '400-800-1234'),
    times: 2,
    firstTime: '2026-11-20 19:42:11',
    firstCity: '成都市',
    scanTime: '2026-11-21 14:32:09',
    scanCity: '重庆市',
    needPin: false,
    captcha: false,
    challenge: null,
    firm: { name: '青岚山茶业', logo: '/file/logo.png', phone: '400-800-1234' },
    product: { storeName: '青岚明前龙井', spec: '250g', image: '/file/tea.png' },
    lotNo: 'L261114-2',
    produceDate: '2026-11-14',
    expireDate: '2028-05-13',
    expired: false,
    codeText: 'AMNS Q74W BEFW XYME',
    face: 0,
    lottery: { enabled: false, activityId: null, entryUrl: null },
    reportImages: false,
    recallText: null,
    template: null,
    ...changes,
  });

export const fullDetail = (changes: Partial<TraceDetail> = {}): TraceDetail =>
  TraceDetail.parse({
    product: {
      brand: '青岚',
      spec: '250g',
      origin: '浙江杭州',
      gtin: '6901234500119',
      shelfLife: '18个月',
      standardNo: 'GB/T 18650',
      licenseNo: '',
      price: 36800,
      images: ['/media/demo/a.png', '/media/demo/b.png'],
      video: '',
      detail: '单芽一叶。\n手工炒制。',
    },
    lot: {
      lotNo: 'L261114-2',
      produceDate: '2026-11-14',
      expireDate: '2028-05-13',
      workshop: '一车间',
      lineNo: '2 号线',
      team: '',
      qcState: '合格',
    },
    firm: {
      name: '杭州青岚山茶业有限公司',
      intro: '狮峰山下。',
      images: ['/media/demo/c.png'],
      website: 'https://qinglan.example',
      address: '龙井路 18 号',
      lng: 120.1,
      lat: 30.2,
    },
    flows: [
      {
        typeId: 1,
        typeName: '种植',
        icon: null,
        title: '手工采制',
        occurAt: '2026-04-02 08:00:00',
        place: '杭州 龙坞',
        fields: [{ label: '标准', value: '单芽一叶' }],
        images: ['/file/pick.png', 'javascript:alert(1)'],
        files: [],
      },
      {
        typeId: 2,
        typeName: '质检',
        icon: null,
        title: '',
        occurAt: '2026-11-14 09:00:00',
        place: null,
        fields: [],
        images: [],
        files: [{ title: '记录单', url: 'https://files.example.com/a.pdf' }],
      },
    ],
    logistics: [{ time: '2026-11-18 10:00:00', text: '到达经销商', city: '成都市' }],
    reports: [{ title: '农残报告', url: '/file/report.pdf' }],
    certs: [],
    identifier: { handle: '88.118.5/AMNSQ74WBEFWXYME', node: '国家顶级节点', status: 1 },
    chain: { ok: true, count: 3 },
    ...changes,
  });

/** Answers every call of the page from `answers` by path; an Error is a lost connection. Returns what was sent. */
export const answerCalls = (answers: Record<string, unknown>): { path: string; body: unknown }[] => {
  const sent: { path: string; body: unknown }[] = [];
  globalThis.fetch = async (input, init) => {
    const path = String(input).replace(/\?.*/, '');
    sent.push({ path, body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null });
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    const envelope =
      typeof answer === 'object' && answer !== null && 'code' in answer
        ? answer
        : { code: 200, message: 'ok', data: answer };
    return new Response(JSON.stringify(envelope));
  };
  return sent;
};

/** The body of the served page around the views. */
export const emptyPage = (): void => {
  document.body.innerHTML = '<div id="page"></div><p id="status" role="status"></p><div id="toast"></div>';
};

export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
