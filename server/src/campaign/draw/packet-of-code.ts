import type { OfferedPacket } from '@zhuiyuan/contract/campaign/draw/offered-packet';

/** What is asked of a code: whose it is, where it lies, and which account scanned it. */
interface AskedPacket {
  firmId: number;
  seg: number;
  serial: number;
  accountId: number | undefined;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** The red packet a code carries, with the activity that pays for it; nothing where it carries none. */
    'code.packet': { asks: AskedPacket; answers: (OfferedPacket & { redActiveId: number }) | undefined };
  }
}
