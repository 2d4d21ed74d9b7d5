import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of campaigns and of what they are made of. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/prizeManager',
    title: '奖品管理',
    may: { any: ['admin:lottery:prize:list', 'admin:lottery:prizeVer:list'] },
    load: async () => (await import('./prize/prizes.tsx')).Prizes,
  },
  {
    path: '/lottery/prizeCreat/:id?',
    title: '新增奖品',
    editTitle: '编辑奖品',
    may: { any: ['admin:lottery:prize:save', 'admin:lottery:prize:update'] },
    activeMenu: '/lottery/prizeManager',
    load: async () => (await import('./prize/prize-form.tsx')).PrizeForm,
  },
  {
    path: '/lottery/scopeManager',
    title: '活动范围',
    may: 'admin:lottery:scope:list',
    load: async () => (await import('./scope/scopes.tsx')).Scopes,
  },
  {
    path: '/lottery/scopeCreat/:id?',
    title: '新增活动范围',
    editTitle: '编辑活动范围',
    may: { any: ['admin:lottery:scope:save', 'admin:lottery:scope:update'] },
    activeMenu: '/lottery/scopeManager',
    load: async () => (await import('./scope/scope-form.tsx')).ScopeForm,
  },
  {
    path: '/lottery/redTypeManager',
    title: '红包类型',
    may: 'admin:lottery:redType:list',
    load: async () => (await import('./red-type/red-types.tsx')).RedTypes,
  },
  {
    path: '/lottery/redTypeCreat/:id?',
    title: '新增红包类型',
    editTitle: '编辑红包类型',
    may: { any: ['admin:lottery:redType:save', 'admin:lottery:redType:update'] },
    activeMenu: '/lottery/redTypeManager',
    load: async () => (await import('./red-type/red-type-form.tsx')).RedTypeForm,
  },
  {
    path: '/lottery/activeManager',
    title: '抽奖活动',
    may: 'admin:lottery:active:list',
    load: async () => (await import('./activity/list/activity-list.tsx')).Activities,
  },
  {
    path: '/lottery/ai/active/manage',
    title: '活动管理',
    may: 'admin:lottery:aiActive:list',
    load: async () => (await import('./activity/list/activity-list.tsx')).ActivityBench,
  },
  {
    path: '/lottery/activeCreat/:id?',
    title: '新增抽奖活动',
    editTitle: '编辑抽奖活动',
    may: {
      any: [
        'admin:lottery:active:save',
        'admin:lottery:active:update',
        'admin:lottery:active:list',
        'admin:lottery:aiActive:save',
        'admin:lottery:aiActive:update',
        'admin:lottery:aiActive:list',
      ],
    },
    activeMenu: '/lottery/activeManager',
    load: async () => (await import('./activity/editor/activity-form.tsx')).ActivityForm,
  },
  {
    path: '/lottery/interact/manage',
    title: '互动活动',
    may: 'admin:lottery:interact:list',
    load: async () => (await import('./activity/list/game-list.tsx')).Games,
  },
  {
    path: '/lottery/interact/creat/:id?',
    title: '新增互动活动',
    editTitle: '编辑互动活动',
    may: {
      any: [
        'admin:lottery:interact:save',
        'admin:lottery:interact:update',
        'admin:lottery:interact:list',
        'admin:lottery:active:update',
        'admin:lottery:active:list',
        'admin:lottery:aiActive:update',
        'admin:lottery:aiActive:list',
      ],
    },
    activeMenu: '/lottery/interact/manage',
    load: async () => (await import('./activity/editor/activity-form.tsx')).GameForm,
  },
  {
    path: '/lottery/ai/active/detail',
    title: '活动详情',
    may: {
      any: [
        'admin:lottery:aiActive:info',
        'admin:lottery:aiActive:list',
        'admin:lottery:active:list',
        'admin:lottery:interact:list',
      ],
    },
    activeMenu: '/lottery/ai/active/manage',
    load: async () => (await import('./activity/detail/activity-page.tsx')).ActivityPage,
  },
  {
    path: '/lottery/ai/active/activeTemplate',
    title: '活动模板',
    may: 'admin:lottery:template:list',
    load: async () => (await import('./template/templates.tsx')).ActivityTemplates,
  },
  {
    path: '/lottery/ai/active/del',
    title: '活动回收站',
    may: 'admin:lottery:aiActive:recover',
    load: async () => (await import('./activity/list/recycled.tsx')).RecycledActivities,
  },
];
