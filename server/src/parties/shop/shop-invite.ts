import { shopInviteApi } from '@zhuiyuan/contract/parties/shop/shop-invite';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { endInvite, offerInvite, type Whose } from './invites.ts';

/** 门店入驻邀请: the links by which shops put themselves forward. */
export const mountShopInvite = (app: App): void =>
  serve(app, shopInviteApi, {
    offer: ({ input, db, operator }) =>
      offerInvite(db, app.config, toWhose(requireFirmId(operator, input.firmId), input), operator.id),

    renew: async ({ input, db, operator }) => {
      const whose = toWhose(requireFirmId(operator, input.firmId), input);
      await endInvite(db, whose, operator.id);
      return offerInvite(db, app.config, whose, operator.id);
    },
  });

const toWhose = (firmId: number, { agentId }: { agentId?: number | undefined }): Whose => ({
  firmId,
  agentId: agentId ?? null,
});
