import type { Migration } from './migration.ts'

/** Tasks by their first model call: a fork or a resumed session begins with those of the session that it repeats. */
export const firstCalls: Migration = {
  version: 20,
  sql: `
    create index tasks_by_first_call on tasks (json_extract(meta, '$.usage.requests[0].callId'))
      where json_extract(meta, '$.usage.requests[0].callId') is not null;
  `,
}
