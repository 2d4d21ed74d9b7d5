import type { Make } from '../foreign.ts';

const ofFirm: Make = ({ firmId }) => ({ firmId });
const ai = '/admin/lottery/ai';
const customer = '/admin/lottery/customer';

/** Overviews of another firm. */
export const overviewInputs: Record<string, Make> = {
  [`${ai}/overview`]: ofFirm,
  [`${ai}/trend`]: ofFirm,
  [`${ai}/map`]: ofFirm,
  [`${ai}/funnel`]: ofFirm,
  [`${ai}/top`]: ({ firmId }) => ({ firmId, kind: 'product' }),
  [`${ai}/advice`]: ofFirm,
  [`${ai}/ticker`]: ofFirm,
  [`${ai}/wall`]: ofFirm,
  [`${ai}/wall/foot`]: ofFirm,
  [`${customer}/overview`]: ofFirm,
  [`${customer}/trend`]: ofFirm,
  [`${customer}/funnel`]: ofFirm,
  [`${customer}/region`]: ofFirm,
  [`${customer}/source`]: ofFirm,
  [`${customer}/habits`]: ofFirm,
  [`${customer}/top`]: ofFirm,
};
