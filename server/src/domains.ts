import { access } from './access/domain.ts';
import { media } from './media/domain.ts';
import { jobs } from './jobs/domain.ts';
import { category } from './category/domain.ts';
import { settings } from './settings/domain.ts';
import { account } from './account/domain.ts';
import { parties } from './parties/domain.ts';
import { trace } from './trace/domain.ts';
import { stats } from './stats/domain.ts';
import { search } from './search/domain.ts';
import { codes } from './codes/domain.ts';
import { scan } from './scan/domain.ts';
import { diversion } from './diversion/domain.ts';
import { fieldwork } from './fieldwork/domain.ts';
import { registration } from './registration/domain.ts';
import { packing } from './packing/domain.ts';
import { movement } from './movement/domain.ts';
import { fund } from './fund/domain.ts';
import { member } from './member/domain.ts';
import { risk } from './risk/domain.ts';
import { campaign } from './campaign/domain.ts';
import { payout } from './payout/domain.ts';
import { red } from './red/domain.ts';
import { consumer } from './consumer/domain.ts';
import { police } from './police/domain.ts';
import { redeem } from './redeem/domain.ts';
import { settlement } from './settlement/domain.ts';
import { claim } from './claim/domain.ts';
import { message } from './message/domain.ts';
import { across } from './across/domain.ts';
import { checks } from './checks/domain.ts';
import type { Domain } from './kit/http/domain.ts';

/** The domains of the product, in the order in which they are mounted and hear. */
export const domains = [
  access,
  media,
  jobs,
  category,
  settings,
  account,
  parties,
  trace,
  stats,
  search,
  codes,
  scan,
  diversion,
  fieldwork,
  registration,
  packing,
  movement,
  fund,
  member,
  risk,
  campaign,
  payout,
  red,
  consumer,
  police,
  redeem,
  settlement,
  claim,
  message,
  across,
  checks,
] as const satisfies readonly Domain[];
