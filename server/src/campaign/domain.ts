import type { Domain } from '../kit/http/domain.ts';
import { mountPrize } from './prize/prize.ts';
import { mountScope } from './scope/scope.ts';
import { mountRedType } from './red-type/red-type.ts';
import { mountActivity } from './activity/activity.ts';
import { mountGame } from './activity/game.ts';
import { mountTemplateOfActivity } from './template/template.ts';
import { mountDrawLog } from './activity/draw-log.ts';
import { mountPartLog } from './activity/part-log.ts';
import { mountRunActivities } from './activity/run-activities.ts';
import { mountPublicDraw } from './draw/public-draw.ts';
import { mountChallenge } from './ticket/challenge.ts';
import { mountTellPhone } from './visit/mount-phone.ts';
import { mountHold } from './hold/hold.ts';
import { mountUnpack } from './unpack/unpack.ts';
import { mountExpireClaims } from './draw/expire-claims.ts';
import { allocateToActivity } from './activity/publish-activity.ts';
import { refuseUsedPrize, refuseUsedScope } from './activity/refuse-used.ts';

/** Prizes, scopes, activities and their draws. */
export const campaign = {
  mounts: [
    mountPrize,
    mountScope,
    mountRedType,
    mountActivity,
    mountGame,
    mountTemplateOfActivity,
    mountDrawLog,
    mountPartLog,
    mountRunActivities,
    mountPublicDraw,
    mountChallenge,
    mountTellPhone,
    mountHold,
    mountUnpack,
    mountExpireClaims,
  ],
  hears: {
    'budget.allocating': [allocateToActivity],
    'prize.withdrawing': [refuseUsedPrize],
    'scope.withdrawing': [refuseUsedScope],
  },
} satisfies Domain;
