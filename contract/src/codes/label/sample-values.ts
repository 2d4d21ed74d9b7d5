import { internalGtin, shownGtin } from '../../kit/gs1.ts';
import type { LabelValues } from './elements.ts';

const code = '4QH7MZ2K9TXABW6R';
const inner = '7WN3KD5P8RCHYF2M';

/** What a label says while no task is chosen: words of the usual length, on no code that exists. */
export const sampleValues: LabelValues = {
  productName: '示例产品名称',
  spec: '250g/盒',
  lotNo: 'L261122-1',
  serialNo: '1-00000001',
  produceDate: '2026-11-22',
  firmName: '示例企业',
  actText: '扫码赢好礼',
  code: '4QH7 MZ2K 9TXA BW6R',
  serial: '1',
  pin: '602817',
  innerCode: '7WN3 KD5P 8RCH YF2M',
  boxCode: '3BQ8 VT6N 2KXM 9HDP',
  gtin: shownGtin(internalGtin(1)),
  url: `https://zy.cn/c/${code}`,
  innerUrl: `https://zy.cn/c/${inner}`,
};
