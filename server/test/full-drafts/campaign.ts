import type { FullDraft } from '../full-drafts.ts';

/** Changes of what campaigns are made of. */
export const campaignDrafts: Record<string, FullDraft> = {
  '/admin/lottery/prize/update': {
    draft: ({ prizeId, firmId }) => ({
      id: prizeId,
      firmId,
      name: '满奖品',
      prizeType: 2,
      payKind: 2,
      amountMode: 1,
      amountMin: 30,
      amountMax: 888,
      points: 100,
      faceValue: 12_800,
      costPrice: 6_400,
      image: '/media/full.png',
      claimMode: 2,
      alsoPost: true,
      validDays: 30,
      deductAmount: 2_600,
      des: '满说明',
      status: 1,
    }),
    // What goods do not have is not kept, and they need a picture, a worth and a way of claiming.
    fixed: ['payKind', 'amountMode', 'amountMin', 'amountMax', 'points'],
    keptWhenBlank: ['image', 'faceValue', 'claimMode'],
    shown: ['/admin/lottery/prize/list', '/admin/lottery/prize/info'],
  },
  '/admin/lottery/scope/update': {
    draft: ({ scopeId, firmId, lotId, seg }) => ({
      id: scopeId,
      firmId,
      name: '满范围',
      regionMode: 2,
      regions: ['320000', '330106'],
      rangeMode: 1,
      ranges: [
        { lotId, seg, serialFrom: 1, serialTo: 100 },
        { seg, serialFrom: 101, serialTo: 200 },
      ],
      geoFallback: 2,
      status: 1,
      remark: '满备注',
    }),
    // What the modes ask for must be there.
    keptWhenBlank: ['regions', 'ranges'],
    shown: ['/admin/lottery/scope/list', '/admin/lottery/scope/info'],
  },
  '/admin/lottery/red/type/update': {
    draft: ({ redTypeId, firmId }) => ({
      id: redTypeId,
      firmId,
      des: '满类型',
      payKind: 1,
      scene: 'PRODUCT_4',
      icon: '/media/full.png',
      sort: 77,
      status: 1,
    }),
    shown: ['/admin/lottery/red/type/list', '/admin/lottery/red/type/info'],
  },
};
