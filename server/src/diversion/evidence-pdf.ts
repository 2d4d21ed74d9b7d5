import { Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { GeoSource, Level, Life } from '@zhuiyuan/contract/codes/state/code-enums';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { createHash } from 'node:crypto';
import { otherPlace } from '../scan/log/matching-scans.ts';
import { openEvidence } from './open-evidence.ts';

interface EvidenceScan {
  at: string;
  verdict: string;
  regionName: string;
  province: string;
  city: string;
  ipProvince: string;
  ipCity: string;
  geoSource: number;
  lng: number | null;
  lat: number | null;
}

/** The facts in one text that never depends on the look of the document; its hash stands in the document. */
export const evidenceDigest = (row: DiversionRow, scans: EvidenceScan[], at: string): string =>
  createHash('sha256').update(JSON.stringify({ at, row, scans })).digest('hex');

/** How the place of a scan is known: by the shopper's own position, beside which the address may say another, or by the address. */
const toSource = ({ geoSource, lng, lat, ipProvince, ipCity, ...place }: EvidenceScan): string[] => {
  if (geoSource !== GeoSource.gps || lng === null || lat === null) return place.province ? ['按IP'] : [];
  const other = otherPlace(place, { province: ipProvince, city: ipCity });
  return [`定位 ${lng.toFixed(3)}, ${lat.toFixed(3)}`, other && `IP归属地 ${other}`].filter(Boolean);
};

/** 导出证据: what is known of one code at this moment, as a document: the code, its way, its scans, and a hash of all that with its time. */
export const evidencePdf = (
  row: DiversionRow,
  scans: EvidenceScan[],
  { at, by }: { at: string; by: string },
): Promise<Buffer> => {
  const { heading, fact, end } = openEvidence({
    title: '防伪溯源查询证据',
    of: row.code,
    line: `${row.firmName}　出具时间 ${at}　出具人 ${by}`,
    at,
    by,
  });

  heading('编码');
  fact('编码', groupCode(row.code));
  fact('产品', row.storeName);
  fact('批号', row.lotNo);
  fact('生产日期', row.produceDate ?? '');
  fact('层级', Level.label(row.level));
  fact('码状态', Life.label(row.life));
  fact('所在箱', row.boxChain.map(({ code, level }) => `${Level.label(level)} ${groupCode(code)}`).join('，'));

  heading('流向');
  fact('归属经销商', row.agentName);
  if (row.shopName) fact('所在门店', row.shopName);
  fact('授权区域', row.regions.join('、'));
  for (const step of row.flow)
    fact(step.at, `${step.from} 至 ${step.to}，${step.docNo}${step.signAt ? `，${step.signAt} 签收` : '，未签收'}`);
  if (row.flow.length === 0) fact('发货记录', '没有发货记录');

  heading('判定');
  fact('最近扫码地', row.lastScan ? `${row.lastScan.regionName}　${row.lastScan.at}` : '');
  fact('距经销商', row.distanceKm === null ? '' : `${row.distanceKm} 公里`);
  fact('判定', row.judge === null ? '' : Judgement.label(row.judge));

  heading(`查询记录（最近 ${scans.length} 次）`);
  for (const scan of scans)
    fact(
      scan.at,
      [Verdict.label(scan.verdict), scan.regionName || '地点未知', ...toSource(scan)].filter(Boolean).join('　'),
    );
  if (scans.length === 0) fact('查询记录', '没有查询记录');

  heading('校验');
  fact('内容摘要', evidenceDigest(row, scans, at));
  fact('摘要算法', `SHA-256，对上述内容和出具时间 ${at} 计算`);
  return end();
};
