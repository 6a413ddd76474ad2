import type { Migration } from './migration.ts'

/**
 * Words of a task that a person follows through its condensations. They are no pins: those bind what condenses and are
 * refused where a message is hidden, which is where facts are asked about.
 */
export const pinnedFacts: Migration = {
  version: 35,
  sql: `
    create table pinned_facts (
      task_id text not null references tasks (id) on delete cascade,
      text text not null,
      created_ts real not null,
      primary key (task_id, text)
    ) strict, without rowid;
  `,
}
