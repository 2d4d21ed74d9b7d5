import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { AgentDraft } from '@zhuiyuan/contract/parties/agent/agent-draft';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import type { AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { z } from 'zod';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { live } from '../../kit/db/live.ts';
import { looksLike } from '../../kit/db/looks-like.ts';
import { plainPhone } from '@zhuiyuan/contract/kit/phone';
import { lookOf, plainNumber } from '@zhuiyuan/contract/kit/typed';
import { choiceCell, textCell } from '../../kit/sheets/cells.ts';
import { absent, type Importer } from '../../jobs/importer.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import { regionByName } from '../../settings/region-names.ts';
import { requireAgentByNo, requireChannelByName, requireSalesmanByPhone } from '../named-in-file.ts';
import { insertAgent } from './agent-writes.ts';

const AgentLine = z
  .object(AgentDraft.shape)
  .omit({ firmId: true, pid: true, channelId: true, salesmanId: true, regionCode: true })
  .extend({
    agentType: choiceCell('类型', AgentType.options),
    regions: textCell('授权区域', 2000),
    parentNo: textCell('上级编号', 20, plainNumber),
    province: textCell('省', 40),
    city: textCell('市', 40),
    district: textCell('区', 40),
    channel: textCell('渠道', 30),
    salesPhone: textCell('业务员手机', 20, plainPhone),
  });
type AgentLine = z.output<typeof AgentLine>;

/** Agents from a file, those above before those below. One that is there already, by number or else by name, is passed over. */
export const agentImporter: Importer<AgentLine> = {
  biz: 'agent',
  may: 'admin:identity:agent:import',
  columns: [
    { title: '编号', key: 'agentNo', example: 'A000101，不填则自动编号' },
    { title: '名称', key: 'name', isRequired: true, width: 32, example: '杭州西湖沁源茶叶商行' },
    { title: '上级编号', key: 'parentNo', example: 'A000002，不填为顶级' },
    { title: '类型', key: 'agentType', width: 16, example: '总代、省代、市代、县代或其他，不填为其他' },
    { title: '联系人', key: 'contact', isRequired: true, example: '沈国庆' },
    { title: '电话', key: 'phone', isRequired: true, width: 18, example: '13800000000，请设为文本格式' },
    { title: '省', key: 'province', example: '浙江省' },
    { title: '市', key: 'city', example: '杭州市' },
    { title: '区', key: 'district', example: '西湖区' },
    { title: '地址', key: 'address', width: 28, example: '龙井路 18 号' },
    {
      title: '授权区域',
      key: 'regions',
      width: 36,
      example: '浙江省杭州市;浙江省宁波市，用分号分隔；类型为其他时可不填',
    },
    { title: '渠道', key: 'channel', example: '线下流通' },
    { title: '业务员手机', key: 'salesPhone', width: 18, example: '13900000000' },
  ],
  row: AgentLine,
  unique: { column: 'name', of: ({ name }) => lookOf(name) },
  apply: async ({ db, firmId, operator }, line) => {
    const same = await live(db, 'agent')
      .select('name')
      .where('firmId', '=', firmId)
      .where((row) => (line.agentNo ? row('agentNo', '=', line.agentNo) : looksLike('name', line.name)))
      .executeTakeFirst();
    if (same && lookOf(same.name) === lookOf(line.name)) return 'skip';
    if (same) throw invalid('agentNo', '编号已存在');
    const { parentNo, province, city, district, channel, salesPhone, agentType = AgentType.other, ...rest } = line;
    const home = province + city + district;
    const regionCode = home && (await regionByName(db, home));
    if (home && !regionCode) throw absent('district', home);
    const regions = await salesRegions(db, line.regions);
    if (agentType !== AgentType.other && regions.length === 0) throw invalid('regions', '请填写授权区域');
    const pid = parentNo ? await requireAgentByNo(db, parentNo, { firmId, key: 'parentNo' }) : 0;
    const channelId = channel ? await requireChannelByName(db, channel, { firmId, key: 'channel' }) : undefined;
    const salesmanId = salesPhone
      ? await requireSalesmanByPhone(db, salesPhone, { firmId, key: 'salesPhone' })
      : undefined;
    const draft = { ...rest, agentType, regionCode, regions, pid, channelId, salesmanId };
    await insertAgent(db, draft, { firmId, operatorId: operator.id });
    return 'done';
  },
};

const salesRegions = async (db: Db, text: string): Promise<string[]> => {
  const codes: string[] = [];
  for (const name of text.split(/[;；]/).map((part) => part.trim())) {
    if (!name) continue;
    const code = await regionByName(db, name);
    if (!code) throw absent('regions', name);
    codes.push(code);
  }
  return codes;
};

/** Columns of the exported list of agents. */
export const agentColumns: Column<AgentRow>[] = [
  { title: '编号', cell: (row) => row.agentNo },
  { title: '经销商名称', width: 32, cell: (row) => row.name },
  { title: '上级', width: 32, cell: (row) => row.parentName },
  { title: '级别', cell: (row) => AgentLevel.label(row.level) },
  { title: '类型', cell: (row) => AgentType.label(row.agentType) },
  { title: '联系人', cell: (row) => row.contact },
  { title: '电话', cell: (row) => row.phone },
  { title: '授权区域', width: 40, cell: (row) => row.regionNames.join(';') },
  { title: '渠道', cell: (row) => row.channelName },
  { title: '业务员', cell: (row) => row.picName },
  { title: '门店数', cell: (row) => row.shopCount },
  { title: '在手库存', cell: (row) => row.stockQty },
  { title: '抵扣余额（元）', fen: true, cell: (row) => row.dedBalance },
  { title: '所属企业', width: 32, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
