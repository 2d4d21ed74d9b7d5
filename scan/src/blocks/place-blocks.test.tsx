import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import { describe, expect, it } from 'vitest';
import { fullAnswer, fullDetail, settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { AnswerCards } from '../app/answer-cards.tsx';
import type { CameTrace } from './place-blocks.tsx';
import * as TraceBlocks from './trace-blocks.tsx';

const never = async (): Promise<void> => undefined;

/** The page of a template made of these blocks, once the trace has arrived. */
const page = async (
  blocks: object[],
  { verdict = 'FIRST' as ScanAnswer['verdict'], detail = {} as Partial<TraceDetail>, answer = {} } = {},
): Promise<HTMLElement> => {
  const drawn = blocks.map((block, at) => Block.parse({ id: `b${at}`, ...block }));
  const template = { version: 1, blocks: drawn, theme: Theme.parse({}) };
  const asking = {
    typed: 'AMNSQ74WBEFWXYME',
    remain: null,
    isCaptchaRetry: false,
    again: () => undefined,
    repeat: never,
    captcha: never,
    pin: never,
    preview: { trace: async (): Promise<CameTrace> => [fullDetail(detail), TraceBlocks], draw: () => null },
  };
  const main = showOn('main', <AnswerCards answer={fullAnswer(verdict, { template, ...answer })} asking={asking} />);
  await settle();
  return main;
};

const marks = (main: HTMLElement): (string | undefined)[] =>
  [...main.querySelectorAll<HTMLElement>('[data-block]')].map((one) => one.dataset.block);

describe('a page made of blocks', () => {
  it('keeps their order, and leaves out what has no content', async () => {
    const main = await page([
      { kind: 'verdict' },
      { kind: 'video' },
      { kind: 'firm' },
      { kind: 'rich', html: '  ' },
      { kind: 'flows' },
      { kind: 'product' },
      { kind: 'lot' },
    ]);
    expect(marks(main)).toEqual(['b2', 'b4', 'b5', 'b6']);
    expect(main.querySelector('.blank-lines, [hidden]')).toBeNull();
  });

  it('shows nothing of functions that are not there yet', async () => {
    const main = await page(['lottery', 'goods', 'coupon', 'follow'].map((kind) => ({ kind })));
    expect(main.textContent).toBe('');
  });

  it('shows the chosen facts of product and lot only', async () => {
    const main = await page([
      { kind: 'product', facts: ['origin', 'price', 'licenseNo', 'detail'] },
      { kind: 'lot', title: '生产批次', facts: ['lotNo', 'team', 'qcState'] },
    ]);
    const rows = [...main.querySelectorAll('dt')].map((one) => `${one.textContent} ${one.nextSibling?.textContent}`);
    expect(rows).toEqual(['产地 浙江杭州', '建议零售价 ¥368.00', '批号 L261114-2', '质检结果 合格']);
    expect([...main.querySelectorAll('.rich p')].map((one) => one.textContent)).toEqual(['单芽一叶。', '手工炒制。']);
    expect(main.querySelector('[data-block=b1] h2')?.textContent).toBe('生产批次');
  });

  it('shows flows of the chosen types, the earliest first where told, without transport where told', async () => {
    const titles = (main: HTMLElement) => [...main.querySelectorAll('.thread h3')].map((one) => one.textContent);
    expect(titles(await page([{ kind: 'flows', order: 'asc' }]))).toEqual(['手工采制', '质检', '到达经销商']);
    expect(titles(await page([{ kind: 'flows', typeIds: [2], withLogistics: false }]))).toEqual(['质检']);
    const transport = await page([{ kind: 'logistics' }]);
    expect(titles(transport)).toEqual(['到达经销商']);
    expect(transport.querySelector('.note')?.textContent).toBe('1 条记录');
  });

  it('loads pictures late, small where they stand small, and whole when tapped', async () => {
    const main = await page([
      { kind: 'carousel' },
      { kind: 'firm' },
      { kind: 'graphic', images: ['/media/x.png'], columns: 2 },
    ]);
    for (const image of main.querySelectorAll('img')) {
      expect(image.getAttribute('loading')).toBe('lazy');
      expect(image.getAttribute('src')).toMatch(/\?thumb=1$/);
    }
    expect(main.querySelector('.slides img')?.getAttribute('srcset')).toBe(
      '/media/demo/a.png?thumb=1 320w, /media/demo/a.png 960w',
    );
    expect(main.querySelector('.slide-count')?.textContent).toBe('1/2');
    expect(main.querySelector('[data-block=b2] a')?.getAttribute('href')).toBe('/media/x.png');
  });

  it('shows papers as tiles or lines, and the licence only where the firm wants it', async () => {
    const detail = {
      reports: [
        { title: '农残报告', url: '/media/r.png' },
        { title: '重金属', url: '/public/trace/paper?key=1' },
      ],
      certs: [{ title: '营业执照', url: '/media/l.png' }],
    };
    const main = await page(
      [{ kind: 'reports' }, { kind: 'certs', withLicense: false, images: ['/media/c.png'] }, { kind: 'certs' }],
      { detail },
    );
    expect(main.querySelector('[data-block=b0]')?.textContent).toBe('检测报告农残报告重金属');
    expect(main.querySelectorAll('[data-block=b1] a')).toHaveLength(1);
    expect(main.querySelector('[data-block=b2]')?.textContent).toContain('营业执照');
  });

  it('leads to a map only with a place, and plays a video only from a web address', async () => {
    const main = await page([
      { kind: 'map' },
      { kind: 'map', source: 2, place: '总店', address: '龙井路' },
      { kind: 'map', source: 2 },
      { kind: 'video', source: 2, url: '/media/v.mp4' },
    ]);
    const links = [...main.querySelectorAll('.map-link')].map((one) => one.getAttribute('href'));
    expect(links).toHaveLength(1);
    expect(links[0]).toContain('position=120.1,30.2');
    expect(main.querySelector('video')?.getAttribute('preload')).toBe('metadata');
    expect(marks(main)).toEqual(['b0', 'b1', 'b3']);
  });

  it('puts telephone and report beside each other, and on repeated queries once, above', async () => {
    const blocks = [{ kind: 'phone', title: '联系茶农' }, { kind: 'report' }];
    const first = await page(blocks);
    expect([...first.querySelectorAll('.acts > *')].map((one) => one.textContent)).toEqual([
      '联系茶农',
      '举报可疑商品',
    ]);
    const repeated = await page(blocks, { verdict: 'REPEAT' });
    expect([...repeated.querySelectorAll('.acts > *')].map((one) => one.textContent)).toEqual([
      '拨打客服',
      '举报可疑商品',
    ]);
    expect(marks(repeated)).toEqual([]);
  });

  it('offers a way to the firm on frozen goods even where its page has none', async () => {
    const main = await page([{ kind: 'product' }], {
      verdict: 'FROZEN',
      answer: { title: '产品召回', text: '请退换', recallText: '请退换' },
    });
    expect(main.textContent.match(/请退换/g)).toBeNull();
    expect(main.querySelector('a[href^="tel:"]')).not.toBeNull();
  });
});

describe('rich text', () => {
  it('is built from known tags and properties only', async () => {
    const html =
      '<h2 onclick="x()">山场</h2><p style="text-align:center;position:fixed">春<script>globalThis.hurt = 1</script></p>' +
      '<a href="javascript:alert(1)">点</a><a href="https://a.example" onmouseover="x()">网</a>' +
      '<img src="javascript:1"><img src="/media/t.png" onerror="x()"><iframe src="/x"></iframe><form><b>粗</b></form>';
    const rich = (await page([{ kind: 'rich', html }])).querySelector('.rich')!;
    expect(rich.innerHTML).toBe(
      '<h2>山场</h2><p style="text-align: center;">春</p>点' +
        '<a href="https://a.example" target="_blank" rel="noopener noreferrer">网</a>' +
        '<img src="/media/t.png?thumb=1" srcset="/media/t.png?thumb=1 320w, /media/t.png 960w" ' +
        'sizes="(max-width: 480px) 94vw, 456px" alt="" loading="lazy" decoding="async"><b>粗</b>',
    );
  });
});
