import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import {
  PoliceOutcome,
  type PoliceCompare,
  type PoliceEvent,
  type PoliceHit,
} from '@zhuiyuan/contract/police/police-event';
import { percentText } from '@zhuiyuan/contract/kit/decimal';
import { createHash } from 'node:crypto';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { openEvidence } from '../diversion/open-evidence.ts';
import type { Db } from '../kit/db/database.ts';
import { compareEvent } from './compare-event.ts';
import { findHits } from './event-hits.ts';
import { pathOfHit } from './path-of-hit.ts';
import { readEvent } from './read-event.ts';

/** Hits that are told of, and those whose whole way is. */
const [mostHits, mostPaths] = [500, 20];

const verdictText = ({ confirmed, geoSource }: PoliceHit): string => {
  if (confirmed === null) return geoSource === GeoSource.ip ? '仅IP定位，未计入' : '';
  return HitVerdict.label(confirmed);
};

const hitLine = (hit: PoliceHit): string =>
  [
    hit.code ? groupCode(hit.code) : '',
    hit.boxCode ? `大箱 ${groupCode(hit.boxCode)}` : '',
    hit.region || '地点未知',
    GeoSource.label(hit.geoSource),
    hit.distanceKm === null ? '' : `距授权区域 ${hit.distanceKm} 公里`,
    hit.consumer,
    verdictText(hit),
  ]
    .filter(Boolean)
    .join('　');

const share = ({ codes, outside }: PoliceCompare['own']): string =>
  `已扫 ${codes} 件，区外 ${outside} 件${codes > 0 ? `（${percentText(outside / codes)}）` : ''}`;

/** What a warning rests on at this moment, and the hash of it that stands in the document. */
export const readEvidence = async (db: Db, keyring: Keyring, id: number) => {
  const event = await readEvent(db, id);
  const { list: hits, total } = await findHits(db, keyring, { id, page: 1, limit: mostHits });
  const compare = await compareEvent(db, id);
  const paths = [];
  for (const hit of hits.filter(({ code }) => code !== '').slice(0, mostPaths))
    paths.push(await pathOfHit(db, keyring, { id, hitId: hit.id }));
  return { event, hits, total, compare, paths };
};

const writeHandling = (fact: (label: string, text: string) => void, event: PoliceEvent): void => {
  fact('状态', RiskStatus.label(event.status));
  if (event.acceptedAt) fact('受理', `${event.acceptedAt}　${event.assigneeName}`);
  if (!event.handledAt) return;
  fact('处理', `${event.handledAt}　${event.handledName}`);
  if (event.outcome !== null) fact('处理结果', PoliceOutcome.label(event.outcome));
  fact('说明', event.result);
};

/** 导出证据: a warning with all it rests on, as a document with a hash of it and its time. */
export const evidenceOfEvent = (
  read: Awaited<ReturnType<typeof readEvidence>>,
  { at, by }: { at: string; by: string },
): Promise<Buffer> => {
  const { event, hits, total, compare, paths } = read;
  const { heading, fact, end } = openEvidence({
    title: '预警证据',
    of: event.eventNo,
    line: `${event.firmName}　出具时间 ${at}　出具人 ${by}`,
    at,
    by,
  });
  heading('预警');
  fact('编号', event.eventNo);
  fact('内容', event.title);
  fact('类型与级别', `${RiskType.label(event.policeType)}，${RiskLevel.label(event.level)}`);
  fact('规则', event.ruleText);
  fact('首次与最近', `${event.firstAt} 至 ${event.lastAt}`);
  fact('命中', `${event.hitCount} 次${event.ipOnly > 0 ? `，另有 ${event.ipOnly} 件仅 IP 定位，未计入` : ''}`);
  for (const [label, text] of [
    ['经销商', event.agentName],
    ['门店', event.shopName],
    ['产品', event.productName],
    ['活动', event.activityName],
    ['地区', event.region],
  ] as const)
    if (text) fact(label, text);
  for (const { label, value } of event.facts) fact(label, value);
  writeHandling(fact, event);
  if (compare) {
    heading('可比扫码');
    fact('本经销商同批', share(compare.own));
    fact(`其他 ${compare.others.agents} 家同批`, share(compare.others));
    fact('本经销商近 90 天', `窜货成立 ${compare.proven} 起，误报 ${compare.mistaken} 起`);
    if (compare.finding) fact('共同之处', compare.finding);
  }
  if (hits.length > 0) {
    heading(`命中明细（${total > hits.length ? `最近 ${hits.length} 条，共 ${total} 条` : `${total} 条`}）`);
    for (const hit of hits) fact(hit.at, hitLine(hit));
  }
  for (const { code, events } of paths) {
    heading(`证据链 ${groupCode(code)}`);
    for (const step of events)
      fact(
        step.at,
        [step.title, step.isOutside ? '授权区域外' : '', ...step.facts, step.doc?.no ?? ''].filter(Boolean).join('　'),
      );
  }
  heading('校验');
  fact(
    '内容摘要',
    createHash('sha256')
      .update(JSON.stringify({ at, ...read }))
      .digest('hex'),
  );
  fact('摘要算法', `SHA-256，对上述内容和出具时间 ${at} 计算`);
  return end();
};
