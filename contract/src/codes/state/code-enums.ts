import { enumeration } from '../../kit/enumeration.ts';

/** Code level. */
export const Level = enumeration({
  item: { value: 0, label: '产品' },
  box: { value: 1, label: '小箱' },
  case: { value: 2, label: '大箱' },
});

/** Where a code comes from. */
export const CodeSource = enumeration({
  ours: { value: 1, label: '平台生成' },
  imported: { value: 2, label: '第三方导入' },
});

/** Text format of a code; lengths and alphabets are in code-format. */
export const Fmt = enumeration({
  X16: { label: '16位字符' },
  X18: { label: '18位字符' },
  X20: { label: '20位字符' },
  N20: { label: '20位数字' },
  EXT: { label: '导入码' },
});
export type Fmt = (typeof Fmt.options)[number]['value'];

/** How many faces an item carries: an outer code alone, or an outer and an inner one. */
export const Faces = enumeration({ outer: { value: 1, label: '明码' }, both: { value: 2, label: '明码+暗码' } });

/** Whether items, boxes and cases are joined before printing (套标) or later. */
export const AssocMode = enumeration({ none: { value: 0, label: '不关联' }, joined: { value: 1, label: '套标' } });

/** What a printed code holds. */
export const UrlStyle = enumeration({
  short: { value: 1, label: '短链' },
  gs1: { value: 2, label: 'GS1 Digital Link' },
  code: { value: 3, label: '仅编码' },
});

export const FileType = enumeration({
  csv: { label: 'csv' },
  txt: { label: 'txt' },
  xlsx: { label: 'xlsx' },
});
/** Label paper (标签模板). */
export const LabelMould = enumeration({
  small: { value: 1, label: '40×30 mm' },
  medium: { value: 2, label: '50×30 mm' },
  large: { value: 3, label: '60×40 mm' },
});
export const PrintColor = enumeration({ black: { value: 0, label: '黑色' }, colored: { value: 1, label: '彩色' } });

/** Task status, variant 1 (code tasks). */
export const TaskStatus = enumeration({
  running: { value: 1, label: '进行中', tone: 'doing' },
  unfinished: { value: 2, label: '未完成', tone: 'wait' },
  done: { value: 3, label: '成功', tone: 'good' },
});

/** What a code task is doing. */
export const TaskPhase = enumeration({
  review: { value: 0, label: '待审核', tone: 'wait' },
  queued: { value: 1, label: '排队', tone: 'doing' },
  generating: { value: 2, label: '生成中', tone: 'doing' },
  packing: { value: 3, label: '打包中', tone: 'doing' },
  done: { value: 4, label: '成功', tone: 'good' },
  failed: { value: 5, label: '失败', tone: 'bad' },
  cancelled: { value: 6, label: '已取消', tone: 'gone' },
});

/** Task status, variant 2 (imports and operations on codes). */
export const OpStatus = enumeration({
  running: { value: 1, label: '进行中', tone: 'doing' },
  done: { value: 2, label: '成功', tone: 'good' },
  unfinished: { value: 3, label: '未完成', tone: 'wait' },
});

/** State of a print file. */
export const PartState = enumeration({
  waiting: { value: 0, label: '待生成', tone: 'idle' },
  making: { value: 1, label: '生成中', tone: 'doing' },
  done: { value: 2, label: '成功', tone: 'good' },
  failed: { value: 3, label: '失败', tone: 'bad' },
});

/** Life of a code. */
export const Life = enumeration({
  inactive: { value: 0, label: '未启用', tone: 'idle' },
  active: { value: 1, label: '已启用', tone: 'good' },
  void: { value: 2, label: '已作废', tone: 'bad' },
  frozen: { value: 3, label: '已冻结', tone: 'wait' },
});

/** Shipping of a code. */
export const Shipping = enumeration({
  none: { value: 0, label: '未发货', tone: 'idle' },
  shipped: { value: 1, label: '已发货', tone: 'doing' },
  cancelled: { value: 2, label: '已取消', tone: 'gone' },
  signed: { value: 3, label: '已签收', tone: 'good' },
});

/** How full a box is. */
export const BoxState = enumeration({
  empty: { value: 0, label: '空箱', tone: 'idle' },
  packing: { value: 1, label: '装箱中', tone: 'doing' },
  full: { value: 2, label: '已满箱', tone: 'good' },
  sealed: { value: 3, label: '已封箱', tone: 'good' },
});

/** Who has goods. */
export const Holder = enumeration({
  firm: { value: 0, label: '企业' },
  agent: { value: 1, label: '经销商' },
  shop: { value: 2, label: '门店' },
});
export type Holder = typeof Holder.agent | typeof Holder.shop;

/** State of a whole segment. */
export const SegmentState = enumeration({
  normal: { value: 0, label: '正常', tone: 'good' },
  frozen: { value: 1, label: '冻结', tone: 'wait' },
  void: { value: 2, label: '作废', tone: 'bad' },
});

/** What an operation on codes did. */
export const OpType = enumeration({
  activate: { value: 1, label: '启用' },
  rebind: { value: 2, label: '改绑' },
  void: { value: 3, label: '作废' },
  freeze: { value: 4, label: '冻结' },
  unfreeze: { value: 5, label: '解冻' },
  pack: { value: 6, label: '装箱' },
  unpack: { value: 7, label: '拆箱' },
  replace: { value: 8, label: '换码' },
  ship: { value: 9, label: '发货' },
  cancelShip: { value: 10, label: '撤销发货' },
  sign: { value: 11, label: '签收' },
  takeBack: { value: 12, label: '退货' },
  changeChannel: { value: 13, label: '渠道变更' },
  importCodes: { value: 14, label: '导入码' },
  exportCodes: { value: 15, label: '导出码' },
  undoActivation: { value: 16, label: '撤销启用' },
  recall: { value: 17, label: '召回' },
  endRecall: { value: 18, label: '解除召回' },
});

/** Why codes are voided. */
export const VoidReason = enumeration({
  misprint: { value: 1, label: '印刷损坏' },
  scrapped: { value: 2, label: '生产报废' },
  lost: { value: 3, label: '丢失被盗' },
  test: { value: 4, label: '测试码' },
  other: { value: 5, label: '其他' },
});

/** Entry mode of a scan. */
export const Entry = enumeration({ link: { value: 0, label: '链接' }, scan: { value: 1, label: '扫码' } });
/** Where a scan's place comes from. */
export const GeoSource = enumeration({
  gps: { value: 1, label: 'GPS授权' },
  ip: { value: 2, label: 'IP定位' },
  none: { value: 3, label: '无' },
});

/** Whether the phone page asks where somebody is: never, as he likes, or before he draws. */
export const GeoMode = enumeration({
  off: { value: 0, label: '不获取' },
  asked: { value: 1, label: '可选' },
  must: { value: 2, label: '必须' },
});
export type GeoMode = (typeof GeoMode.options)[number]['value'];

/** Whether goods were asked about outside their agent's regions. */
export const Cross = enumeration({
  no: { value: 0, label: '否', tone: 'idle' },
  suspected: { value: 1, label: '疑似', tone: 'bad' },
  /** Only the address says so. */
  byAddress: { value: 2, label: '疑似（按IP）', tone: 'wait' },
});
