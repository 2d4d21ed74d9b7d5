import { expressionBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';

/** Ids of an agent and of everyone below him, as a subquery. */
export const agentSubtree = (id: number) =>
  expressionBuilder<DB>()
    .selectFrom('agent')
    .select('agent.id')
    .where((agent) => agent.or([agent('agent.id', '=', id), agent('agent.path', 'like', `%/${id}/%`)]));
