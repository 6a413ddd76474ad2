import type { Migration } from './migration.ts'

/**
 * Runs that a trigger did not let start had the recorded size of the context where all others have the tokens of their
 * messages. It becomes what it was, the request, on a basis that is not known any more; the messages are those of the
 * task where it still is the one that was looked at, else not counted.
 */
export const runScales: Migration = {
  version: 15,
  sql: `
    update runs set outcome = json_set(outcome,
      '$.request', json_object('tokens', outcome -> '$.stats.originalTokens', 'basis', null),
      '$.stats.originalTokens', counted.tokens,
      '$.stats.finalTokens', counted.tokens)
    from (
      select runs.id as run_id, coalesce(tasks.tokens, 0) as tokens from runs
        left join tasks on tasks.id = runs.task_id and tasks.snapshot_sha256 = runs.snapshot_sha256
    ) as counted
    where counted.run_id = runs.id and is_automatic = 1 and status = 'unchanged'
      and outcome ->> '$.status' = 'unchanged'
      and coalesce(json_array_length(outcome, '$.attempts'), 0) = 0;
  `,
}
