import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { hear, type Hearing } from '../db/hear.ts';
import type { Operator } from '../operator.ts';
import type { KnownAccount } from './refused-calls.ts';

/** A token lives this long after its last use. */
export const sessionHours = 12;
/** The expiry moves at most this often, so that a busy session does not write on every call. */
const extendAfterMs = 20 * 60_000;
const channel = 'session_changed';

/** Only this hash of a token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
/** An opaque 256-bit token. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface LoadedSession {
  operator: Operator;
  expiresAt: Date;
}

/** Whose a token was that serves no more: it expired, was revoked, or its account or firm was disabled. */
export interface EndedSession {
  ended: KnownAccount;
}

/** Who a token belongs to, or belonged to; neither where nobody knows it. */
interface FoundSession {
  operator?: Operator;
  ended?: KnownAccount;
}

interface Cached extends LoadedSession {
  adminId: number;
}

/**
 * Who a token belongs to. An LRU stands before the database; any change of an administrator, a role or a session
 * is announced by NOTIFY and clears it in every process within a second. While the announcements cannot be heard
 * nothing is cached.
 */
export class Sessions {
  private readonly cache = new LRUCache<string, Cached>({ max: 5000, ttl: 60_000 });
  /** Counts announcements: what was read before the latest one may be old and is not cached. */
  private announced = 0;
  private hearing: Hearing | undefined;

  constructor(
    private readonly stored: {
      load: (tokenHash: Buffer) => Promise<LoadedSession | EndedSession | undefined>;
      prolong: (tokenHash: Buffer, expiresAt: Date) => Promise<void>;
    },
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Begins to hear announcements; call once at start. */
  async listen(connectionString: string): Promise<void> {
    const forget = (who: string) => this.forget(who || '*');
    this.hearing = hear(connectionString, { channel, heard: forget, miss: () => forget('*'), log: this.log });
    await this.hearing.start();
  }

  async close(): Promise<void> {
    await this.hearing?.stop();
  }

  /** The operator of a token, or nothing when it is unknown, expired or revoked. */
  async findOperator(token: string): Promise<Operator | undefined> {
    return (await this.find(token)).operator;
  }

  /** As {@link findOperator}, and whose the token was while it is still remembered. */
  async find(token: string): Promise<FoundSession> {
    const now = Date.now();
    const known = this.cache.get(token);
    if (known && known.expiresAt.getTime() > now) {
      await this.extend(token, known, now);
      return { operator: known.operator };
    }
    const announcedBefore = this.announced;
    const loaded = await this.stored.load(hashToken(token));
    if (!loaded) return {};
    if ('ended' in loaded) return loaded;
    if (loaded.expiresAt.getTime() <= now) return { ended: loaded.operator };
    const session: Cached = { ...loaded, adminId: loaded.operator.id };
    // Who has just set an own password goes on with the same token at once.
    const isLasting = !loaded.operator.hasGivenPassword;
    if (isLasting && this.hearing?.isHearing && this.announced === announcedBefore) this.cache.set(token, session);
    await this.extend(token, session, now);
    return { operator: loaded.operator };
  }

  private async extend(token: string, session: Cached, now: number): Promise<void> {
    const fresh = now + sessionHours * 3_600_000;
    if (fresh - session.expiresAt.getTime() < extendAfterMs) return;
    session.expiresAt = new Date(fresh);
    await this.stored.prolong(hashToken(token), session.expiresAt);
  }

  private forget(who: string): void {
    this.announced += 1;
    if (who === '*') return this.cache.clear();
    for (const [token, session] of this.cache.entries()) if (String(session.adminId) === who) this.cache.delete(token);
  }
}

/**
 * Announces, when the transaction `db` commits, that sessions of these administrators (`*`: of all) changed:
 * every process then reads them anew.
 */
export const announceSessionChange = async (db: Db, who: number[] | '*'): Promise<void> => {
  const names = who === '*' ? ['*'] : who.map(String);
  await sql`select pg_notify(${channel}, who) from unnest(${names}::text[]) who`.execute(db);
};
