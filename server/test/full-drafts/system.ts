import { defaultTexts } from '@zhuiyuan/contract/scan/query/query-setting';
import type { FullDraft } from '../full-drafts.ts';

/** Changes of accounts, menus, folders, settings and of how queries are answered. */
export const systemDrafts: Record<string, FullDraft> = {
  '/admin/login/admin/update': { draft: () => ({ realName: '我自己', avatar: '/media/me.png', phone: '13900001111' }) },
  '/admin/system/admin/update': {
    draft: ({ adminId, roleId }) => ({
      id: adminId,
      account: 'full-draft',
      realName: '满员',
      roles: [roleId],
      phone: '13900002222',
      firmId: 0,
      status: false,
    }),
    secrets: ['pwd', 'repwd'],
    keptWhenBlank: ['account', 'roles', 'phone', 'firmId', 'status'],
    shown: ['/admin/system/admin/list', '/admin/system/admin/info'],
  },
  '/admin/system/role/update': {
    draft: ({ roleId, grantedMenuId, otherGrantedMenuId }) => ({
      id: roleId,
      roleName: '满角色',
      status: false,
      isAdmin: true,
      rules: [grantedMenuId, otherGrantedMenuId],
    }),
    keptWhenBlank: ['isAdmin'],
    shown: ['/admin/system/role/list'],
  },
  '/admin/system/menu/update': {
    draft: ({ menuId, otherMenuId }) => ({
      id: menuId,
      pid: otherMenuId,
      menuType: 'A',
      name: '满菜单',
      icon: 'lucide:box',
      sort: 7,
      component: '/full/draft',
      perms: 'admin:full:draft',
      isShow: false,
    }),
    keptWhenBlank: ['perms'],
    shown: ['/admin/system/menu/list', '/admin/system/menu/info/:id'],
  },
  '/admin/category/update': {
    draft: ({ folderId, otherFolderId }) => ({
      id: folderId,
      pid: otherFolderId,
      name: '满分类',
      type: 2,
      url: '/full',
      extra: '扩展',
      sort: 5,
      status: false,
    }),
    fixed: ['type'],
    shown: ['/admin/category/list', '/admin/category/info'],
  },
  '/admin/system/attachment/update': {
    draft: ({ attId, folderId }) => ({ attId, name: '满附件.png', pid: folderId }),
    shown: ['/admin/system/attachment/info/:id'],
  },
  '/admin/system/config/saveuniq': { draft: () => ({ key: 'site_name', value: '满站名' }) },
  '/admin/identity/select/update': {
    draft: ({ selectId, firmId, productId }) => ({
      id: selectId,
      firmId,
      name: '满设置',
      scope: 2,
      productIds: [productId],
      needPin: true,
      overLimit: 9,
      dedupeMin: 7,
      showFirstInfo: false,
      voiceOn: true,
      servicePhone: '400-800-0101',
      jumpUrl: 'https://full.example/x',
      texts: { ...defaultTexts, FIRST: '{product}是真的。' },
      status: 1,
    }),
    keptWhenBlank: ['productIds'],
    shown: ['/admin/identity/select/list', '/admin/identity/select/info'],
  },
  '/admin/identity/select/complaint/handle': {
    draft: ({ complaintId }) => ({ id: complaintId, state: 1, result: '正在查' }),
    shown: ['/admin/identity/select/complaint/info'],
  },
  '/admin/identity/select/risk/handle': { draft: ({ riskId }) => ({ id: riskId, status: 1, result: '正在查' }) },
};
