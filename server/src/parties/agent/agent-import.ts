import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { isMobile } from '@zhuiyuan/contract/kit/phone';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { z } from 'zod';
import { choiceCell, textCell } from '../../kit/sheets/cells.ts';
import { absent, type Importer } from '../../jobs/importer.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import { regionByName } from '../../settings/region-names.ts';
import { requireAgentByNo, requireChannelByName, requireSalesmanByPhone } from '../named-in-file.ts';
import { insertAgent } from './agent-writes.ts';

const AgentLine = z.object({
  agentNo: textCell('编号', 20).refine((value) => /^[A-Za-z0-9-]*$/.test(value), '编号仅支持字母、数字和-'),
  name: z.string().min(2, '名称不能少于2个字符').max(60, '名称不能超过60个字符'),
  parentNo: textCell('上级编号', 20),
  agentType: choiceCell('类型', AgentType.options),
  contact: z.string().max(20, '联系人不能超过20个字符'),
  phone: z.string().refine(isMobile, '手机号格式不正确'),
  province: textCell('省', 40),
  city: textCell('市', 40),
  district: textCell('区', 40),
  address: textCell('地址', 120),
  regions: textCell('授权区域', 2000),
  channel: textCell('渠道', 30),
  salesPhone: textCell('业务员手机', 20),
});
type AgentLine = z.output<typeof AgentLine>;

/** Dealers from a file, those above before those below. One that is there already, by number or else by name, is passed over. */
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
  unique: { column: 'name', of: ({ name }) => name },
  apply: async ({ db, firmId, operator }, line) => {
    const same = await db
      .selectFrom('agent')
      .select('name')
      .where('firmId', '=', firmId)
      .where('isDel', '=', 0)
      .where(line.agentNo ? 'agentNo' : 'name', '=', line.agentNo || line.name)
      .executeTakeFirst();
    if (same?.name === line.name) return 'skip';
    if (same) throw invalid('agentNo', '编号已存在');
    const home = [line.province, line.city, line.district].filter(Boolean).join('');
    const regionCode = home && (await regionByName(db, home));
    if (home && !regionCode) throw absent('district', home);
    const regions = await salesRegions(db, line.regions);
    const agentType = line.agentType ?? AgentType.other;
    if (agentType !== AgentType.other && regions.length === 0) throw invalid('regions', '请填写授权区域');
    await insertAgent(
      db,
      {
        pid: line.parentNo ? await requireAgentByNo(db, line.parentNo, { firmId, key: 'parentNo' }) : 0,
        name: line.name,
        agentNo: line.agentNo,
        agentType,
        channelId: line.channel ? await requireChannelByName(db, line.channel, { firmId, key: 'channel' }) : undefined,
        salesmanId: line.salesPhone
          ? await requireSalesmanByPhone(db, line.salesPhone, { firmId, key: 'salesPhone' })
          : undefined,
        contact: line.contact,
        phone: line.phone,
        regionCode,
        address: line.address,
        lng: null,
        lat: null,
        regions,
        licenseNo: '',
        licenseImage: '',
        gln: '',
        creditLimit: 0,
        status: Enabled.on,
        remark: '',
      },
      { firmId, operatorId: operator.id },
    );
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
