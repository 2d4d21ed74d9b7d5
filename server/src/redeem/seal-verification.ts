import { keyedHash } from '../kit/secret.ts';

/** What stays as it was of a prize that was handed out. */
interface HandedOut {
  id: number;
  firmId: number;
  drawId: number;
  uid: number;
  shopId: number;
  agentId: number | null;
  salesmanId: number | null;
  accountId: number | null;
  deductAmount: number;
}

/** The seal of a verification: who writes to the database without the master key makes none. */
export const sealVerification = (masterKey: Buffer, ver: HandedOut): Buffer => {
  const { id, firmId, drawId, uid, shopId, agentId, salesmanId, accountId, deductAmount } = ver;
  const said = [id, firmId, drawId, uid, shopId, agentId, salesmanId, accountId, deductAmount];
  return keyedHash(masterKey, 'prize verification', JSON.stringify(said));
};
