/** A seeded role and the permission strings it begins with; `*` at the end stands for the rest, `-` in front takes away again. */
export interface RolePreset {
  id: number;
  roleName: string;
  isAdmin?: boolean;
  permissions: string[];
}

const files = ['admin:system:attachment:*', 'admin:upload:*'];
const shop = ['admin:product:*', 'admin:order:*', 'admin:export:excel:*', 'admin:yly:print', 'admin:statistics:home:*'];
const platformOnly = ['save', 'delete', 'status', 'audit', 'quota'].map((action) => `-admin:identity:firm:${action}`);

/** Role 1 has everything by being role 1. Sensitive screens (settings, staff, roles, menus) are in no preset. */
export const rolePresets: RolePreset[] = [
  { id: 1, roleName: '超级管理员', isAdmin: true, permissions: [] },
  {
    id: 2,
    roleName: '企业管理员',
    isAdmin: true,
    permissions: [
      'admin:identity:*',
      ...platformOnly,
      'admin:hn:*',
      'admin:lottery:*',
      ...shop,
      ...files,
      'admin:user:list',
      'admin:user:info',
      'admin:user:topdetail',
      'admin:user:infobycondition',
    ],
  },
  {
    id: 3,
    roleName: '运营',
    permissions: [
      ...shop,
      ...files,
      'admin:category:list',
      'admin:user:*',
      'admin:system:user:level:*',
      'admin:retail:spread:clean',
      'admin:article:*',
      'admin:coupon:*',
      'admin:lottery:*',
    ],
  },
  {
    id: 4,
    roleName: '客服核销员',
    permissions: ['list', 'status:*', 'list:data', 'info', 'mark', 'logistics:info', 'write:*', 'statistics*'].map(
      (one) => `admin:order:${one}`,
    ),
  },
  {
    id: 5,
    roleName: '生产专员',
    permissions: [
      'admin:identity:identityHome:list',
      'admin:identity:task:*',
      'admin:identity:identity:list',
      'admin:identity:identity:info',
      'admin:identity:batch:list',
      'admin:identity:batch:use',
      'admin:identity:pack:*',
      'admin:identity:packLog:*',
      'admin:identity:flow:*',
      'admin:identity:flowType:list',
      'admin:identity:product:list',
      'admin:identity:lot:list',
      'admin:identity:excelLog:list',
      'admin:identity:excelLog:download',
      ...files,
    ],
  },
  {
    id: 6,
    roleName: '仓库专员',
    permissions: ['admin:identity:pack:*', 'admin:identity:packLog:*', 'admin:identity:deliver:*'],
  },
  {
    id: 7,
    roleName: '渠道专员',
    permissions: [
      ...[
        'agent:*',
        'shop:*',
        'shopAss:*',
        'salesman:*',
        'needApply:*',
        'needOrder:*',
        'deliver:list',
        'deliver:log',
      ].map((one) => `admin:identity:${one}`),
      ...files,
    ],
  },
  {
    id: 8,
    roleName: '稽查专员',
    permissions: ['admin:identity:inspector:*', 'admin:identity:agentselect:*', 'admin:identity:select:*', ...files],
  },
  {
    id: 9,
    roleName: '财务',
    permissions: [
      'agent:list',
      'agent:duct',
      'agent:clear',
      'agent:export',
      'shop:list',
      'shop:clear',
      'shop:export',
    ].map((one) => `admin:identity:${one}`),
  },
  {
    id: 10,
    roleName: '只读',
    permissions: [
      'admin:identity:*:list',
      'admin:identity:*:info',
      'admin:hn:*:list',
      'admin:lottery:*:list',
      'admin:lottery:*:info',
      'admin:lottery:*:index',
      'admin:lottery:stats:*',
    ],
  },
];

const matches = (pattern: string, permission: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '[A-Za-z:]*')}$`).test(permission);

/** Whether a preset begins with a permission. */
export const isInPreset = ({ permissions }: RolePreset, permission: string): boolean =>
  permission !== '' &&
  permissions.some((one) => !one.startsWith('-') && matches(one, permission)) &&
  !permissions.some((one) => one.startsWith('-') && matches(one.slice(1), permission));
