import { z } from 'zod';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { filterText, flag, id, int, optionalText, text, time } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { resource } from '../../kit/resource.ts';
import { Saved } from '../../kit/standard.ts';
import { firmId } from '../../parties/party-fields.ts';
import { ActivityDraft, checkOdds, million, mostTiers } from '../activity/activity-draft.ts';
import { BudgetMode, PlayMode } from '../campaign-states.ts';
import { playKinds, slotsText } from '../play-kinds.ts';
import { PrizeType } from '../prize-terms.ts';

/** 适用行业. */
export const Industry = enumeration({
  food: { label: '食品饮料' },
  tea: { label: '茶叶' },
  liquor: { label: '酒类' },
  beauty: { label: '美妆日化' },
  baby: { label: '母婴' },
  health: { label: '营养保健' },
  home: { label: '家电家居' },
  farm: { label: '农资' },
});
export type Industry = (typeof Industry.options)[number]['value'];

/** Covers that are drawn, one for each way of playing, by the name they are kept under. */
export const drawnCover = (playMode: PlayMode): string => `drawn:${playMode}`;

/** The way of playing that a cover draws; undefined of a picture. */
export const findDrawn = (cover: string): PlayMode | undefined =>
  PlayMode.options.find(({ value }) => drawnCover(value) === cover)?.value;

const address = optionalFileAddress.unwrap();
const cover = z
  .string({ error: '请选择封面' })
  .trim()
  .min(1, '请选择封面')
  .max(300, '文件地址过长')
  .refine((value) => findDrawn(value) !== undefined || address.safeParse(value).success, '文件地址不正确');

/** A level of prizes as a template proposes it: without stock, and with what may be won in place of a prize of the firm. */
export const TemplateTier = z.object({
  tierName: text('奖级名称', { max: 20 }),
  prizeType: z
    .union([z.string(), z.number()], { error: '请选择奖品类型' })
    .pipe(PrizeType.schema)
    .refine((type) => type !== PrizeType.none, '请选择奖品类型'),
  prizeName: text('奖品名称', { max: 30 }),
  /** Of cash fen, of points how many; 0 of goods. */
  value: int(0, 5_000_000, '面额或积分不正确').default(0),
  weight: int(0, million, '概率须在0-100%之间').default(0),
  slotNo: int(1, 12, '格位不正确').nullable().default(null),
  userCap: int(1, 9999, '每人限中不正确').nullable().default(null),
  /** Takes the draws whose own tier cannot be granted. */
  isFallback: flag.default(false),
});
export type TemplateTier = z.output<typeof TemplateTier>;

const of = ActivityDraft.shape;

/** What a template fills into the form of a new activity. */
export const TemplatePreset = z
  .object({
    tiers: z.array(TemplateTier).min(1, '请至少配置一个奖级').max(mostTiers, '奖级数量须为1-12个'),
    /** Place of 谢谢参与 on a wheel or grid. */
    blankSlot: int(1, 12, '格位不正确').nullable().default(null),
    limitTotal: of.limitTotal,
    limitDay: of.limitDay,
    winTotal: of.winTotal,
    winDay: of.winDay,
    claimDays: of.claimDays,
    newUserOnly: of.newUserOnly,
    budgetMode: of.budgetMode.default(BudgetMode.capped),
    autoEnd: of.autoEnd,
    theme: of.theme,
    bgImage: of.bgImage,
    ruleText: of.ruleText,
    shareTitle: of.shareTitle,
    shareDesc: of.shareDesc,
  })
  .superRefine(checkOdds);
export type TemplatePreset = z.output<typeof TemplatePreset>;

/** Whether the places of a template's prizes are those its way of playing has, each once. */
const hasGoodSlots = ({ playMode, preset: { tiers, blankSlot } }: { playMode: PlayMode; preset: TemplatePreset }) => {
  const range = playKinds[playMode].slots;
  if (!range) return true;
  const slots = [...tiers.map(({ slotNo }) => slotNo), blankSlot];
  return (
    slots.length >= range.least &&
    slots.length <= range.most &&
    new Set(slots).size === slots.length &&
    slots.every((slot) => slot !== null && slot <= slots.length)
  );
};

/** `九宫格8个，大转盘6-12个`: the places of all ways of playing that have some, the fewest first. */
const allSlots = PlayMode.options
  .flatMap(({ value, label }) => {
    const { slots } = playKinds[value];
    return slots ? [{ label, slots }] : [];
  })
  .toSorted((one, other) => one.slots.most - other.slots.most)
  .map(({ label, slots }) => `${label}${slotsText(slots)}个`)
  .join('，');

/** A template as it is typed. Prizes of the firm are chosen when it is used. */
export const TemplateDraft = z
  .object({
    firmId,
    name: text('模板名称', { max: 30 }),
    playMode: z.union([z.string(), z.number()], { error: '请选择玩法' }).pipe(PlayMode.schema),
    industries: z
      .array(Industry.schema, { error: '请选择适用行业' })
      .max(4, '适用行业最多4个')
      .transform((chosen) => [...new Set(chosen)])
      .default([]),
    cover,
    summary: optionalText('简介', 60),
    preset: TemplatePreset,
  })
  .refine(hasGoodSlots, { path: ['preset', 'tiers'], message: `格位须各放一个奖级：${allSlots}` });
export type TemplateDraft = z.output<typeof TemplateDraft>;

export const TemplateRow = z.object({
  id: z.number(),
  /** 0 of the system's. */
  firmId: z.number(),
  firmName: z.string(),
  isSystem: z.boolean(),
  name: z.string(),
  playMode: PlayMode.schema,
  industries: z.array(Industry.schema),
  cover: z.string(),
  summary: z.string(),
  preset: TemplatePreset,
  /** Activities that began with it. */
  useCount: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type TemplateRow = z.output<typeof TemplateRow>;

const at = resource('/admin/lottery/active/template', 'admin:lottery:template', '活动模板');
/** Who begins an activity may begin it with a template. */
const mayRead = {
  any: ['admin:lottery:template:list', 'admin:lottery:active:save', 'admin:lottery:aiActive:save'],
};
export const templateApi = defineApi({
  list: at.list(
    TemplateRow,
    {
      firmId: id().optional(),
      /** Those of the system, or those of firms. */
      isSystem: flag.optional(),
      playMode: PlayMode.schema.optional(),
      industry: Industry.schema.optional(),
      keyword: filterText,
    },
    { may: mayRead },
  ),
  listAll: at.listAll(
    z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number(), playMode: PlayMode.schema })),
    { may: mayRead },
  ),
  info: at.info(TemplateRow, { may: mayRead }),
  save: at.save(TemplateDraft),
  update: at.update(TemplateDraft),
  remove: at.remove(),
  removeMany: at.removeMany(),
  /** 复制为我的模板: `firmId` where who copies belongs to none. */
  copy: at.write(LogKind.insert, '复制活动模板', '/copy', 'save', z.object({ id: id(), firmId }), Saved),
  /** 存为模板: an activity's way of playing, prizes, limits and texts. */
  from: at.write(
    LogKind.insert,
    '活动存为模板',
    '/from',
    'save',
    z.object({ id: id('请选择活动'), name: text('模板名称', { max: 30 }) }),
    Saved,
  ),
});
