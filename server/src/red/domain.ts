import type { Domain } from '../kit/http/domain.ts';
import { mountRedCode } from './code/red-code.ts';
import { mountRunBatches } from './code/run-batches.ts';
import { mountPublicPacket } from './code/public-packet.ts';
import { mountRedActive } from './active/red-active.ts';
import { mountRunRedActives } from './active/run-red-actives.ts';
import { mountRedSend } from './send/red-send.ts';
import { mountMyPackets } from './send/public-my-packets.ts';
import { bookPacket } from './book-packet.ts';
import { allocateToRed } from './active/red-active-writes.ts';
import { refuseUsedType } from './active/refuse-used-type.ts';
import { offerPacket } from './code/offer-packet.ts';

/** Red packets: codes, activities, and what staff send by hand. */
export const red = {
  mounts: [
    mountRedCode,
    mountRunBatches,
    mountPublicPacket,
    mountRedActive,
    mountRunRedActives,
    mountRedSend,
    mountMyPackets,
  ],
  hears: {
    'payout.turned': [bookPacket],
    'budget.allocating': [allocateToRed],
    'redType.removing': [refuseUsedType],
  },
  answers: {
    'code.packet': offerPacket,
  },
} satisfies Domain;
