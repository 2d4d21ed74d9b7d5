import { expressionBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';

/** What {@link agentSubtree} is given of an agent's number. */
export const subtreeGiven = (id: number) => [id, `%/${id}/%`] as const;

/** Ids of an agent and of everyone below him, as a subquery. */
export const agentSubtree = (...[id, below]: ReturnType<typeof subtreeGiven>) =>
  expressionBuilder<DB>()
    .selectFrom('agent')
    .select('agent.id')
    .where((agent) => agent.or([agent('agent.id', '=', id), agent('agent.path', 'like', below)]));
