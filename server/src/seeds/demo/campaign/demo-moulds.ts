const line = { kind: 'variable', x: 3, w: 29, h: 3.6, size: 7.5 };

/** Moulds of labels that each firm of the demonstration has: one for a product, a smaller one for its lid. */
export const demoMoulds = [
  {
    name: '产品防伪标',
    paper: { widthMm: 60, heightMm: 40, gapMm: 3 },
    elements: [
      { ...line, id: 'firm', variable: 'firmName', y: 3, size: 10, h: 5, weight: 'bold' },
      { kind: 'line', id: 'rule', x: 3, y: 10, w: 28, h: 0.3 },
      { ...line, id: 'name', variable: 'productName', y: 12, size: 10, h: 5, weight: 'bold' },
      { ...line, id: 'spec', variable: 'spec', prefix: '规格 ', y: 18 },
      { ...line, id: 'lot', variable: 'lotNo', prefix: '批次 ', y: 22 },
      { ...line, id: 'day', variable: 'produceDate', prefix: '生产 ', y: 26 },
      { ...line, kind: 'text', id: 'words', text: '手机扫码，首次查询为正品', y: 31, size: 6, h: 3 },
      { ...line, id: 'code', variable: 'code', y: 34.5, w: 36, h: 4, size: 9, weight: 'bold' },
      { kind: 'qr', id: 'qr', x: 35.5, y: 5, w: 21, h: 21 },
      { ...line, kind: 'text', id: 'hint', text: '扫码验真', x: 40, y: 31, w: 12, size: 7.5, align: 'center' },
    ],
  },
  {
    name: '瓶盖小标',
    paper: { widthMm: 25, heightMm: 25, gapMm: 2 },
    elements: [
      { kind: 'qr', id: 'qr', x: 4.5, y: 2.5, w: 16, h: 16, quiet: 3 },
      { kind: 'variable', id: 'code', variable: 'code', x: 1.5, y: 21.2, w: 22, h: 2.6, size: 5, align: 'center' },
    ],
  },
];
