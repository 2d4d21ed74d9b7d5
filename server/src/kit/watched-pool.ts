import pg from 'pg';
import { askAfterMs, saysNothing, type Presence } from './end-when-silent.ts';

type GivenClient = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool that gives up at once, or while it waits for a connection, when the database answers nobody: no call waits for what the one
 * before it has waited for.
 */
export class WatchedPool extends pg.Pool {
  constructor(
    options: pg.PoolConfig,
    private readonly presence: Presence,
  ) {
    super(options);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(given: GivenClient): void;
  override connect(given?: GivenClient): Promise<pg.PoolClient> | void {
    const got = this.idleCount > 0 && !this.presence.isMissed() ? super.connect() : this.connectWatched();
    if (!given) return got;
    got.then(
      (client) => given(undefined, client, (error?: Error | boolean) => client.release(error)),
      (error: Error) => given(error, undefined, () => {}),
    );
  }

  private async connectWatched(): Promise<pg.PoolClient> {
    if (this.presence.isMissed() && !(await this.presence.ask())) throw saysNothing();
    const got = super.connect();
    let timer: NodeJS.Timeout | undefined;
    const missed = new Promise<never>((_, giveUp) => {
      timer = setTimeout(
        () => void this.presence.ask().then((isThere) => isThere || giveUp(saysNothing())),
        askAfterMs,
      );
    });
    try {
      return await Promise.race([got, missed]);
    } catch (error) {
      // what comes after all goes back
      got.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
