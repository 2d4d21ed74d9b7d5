import { publicPacketApi } from '@zhuiyuan/contract/red/public-packet';
import { requireAccount } from '../../account/account-session.ts';
import { judgeCode } from '../../campaign/visit/judge-shopper.ts';
import { readScanned } from '../../campaign/visit/read-scanned.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { agreeToTerms, ensureMember } from '../../member/ensure-member.ts';
import { findMerchants } from '../../payout/find-merchant.ts';
import { openMerchants } from '../../payout/pay-merchants.ts';
import { claimPacket, readPacketPay } from './claim-packet.ts';

/** A shopper's way from a red code to its money. */
export const mountPublicPacket = (app: App): void => {
  const { shopperDb: db, config, log } = app;
  const { masterKey } = config;
  const keyring = openKeyring(app);
  const parts = { db, masterKey, log, merchants: openMerchants(findMerchants(config)) };

  /** The code that was scanned, as it is now: void, frozen and recalled ones are refused. */
  const scannedAt = async (token: string) => {
    const { unit, verdict, ip, device } = await readScanned(db, keyring, masterKey, token);
    const refusal = judgeCode(unit, verdict);
    if (refusal) throw refuse(refusal);
    const { firmId, seg, serial } = unit!;
    return { at: { firmId, seg, serial }, seen: { ip, device } };
  };

  serve(app, publicPacketApi, {
    async claim({ input: { token, authCode, agrees }, request }) {
      const accountId = await requireAccount(db, request);
      const { at, seen } = await scannedAt(token);
      if (agrees) {
        const member = await ensureMember(db, at.firmId, accountId);
        await agreeToTerms(db, at.firmId, member.id);
      }
      return claimPacket(parts, { ...at, ...seen, accountId, authCode });
    },

    async pay({ input, request }) {
      const accountId = await requireAccount(db, request);
      return readPacketPay(parts, { ...(await scannedAt(input.token)).at, accountId });
    },
  });
};
