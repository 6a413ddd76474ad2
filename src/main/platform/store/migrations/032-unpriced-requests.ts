import type { Migration } from './migration.ts'

/**
 * Requests of a task that list prices do not know, so that its cost is without them. Tasks that were read before are read
 * again: requests served otherwise had the price of all others.
 */
export const unpricedRequests: Migration = {
  version: 32,
  sql: `
    alter table tasks add column unpriced_requests integer not null default 0;
    update library_tasks set reader = null;
  `,
}
