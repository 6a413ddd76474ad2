import type { Migration } from './migration.ts'

/**
 * Whose a model call is, and whether its request has left: what a killed process had reserved is settled by the others.
 * Of the calls of earlier versions that were never settled, all may have left. And which variables of the environment
 * hold a key for which server, beside the profiles: those come from pages and files, too.
 */
export const ownedCallsAndKeyPermits: Migration = {
  version: 16,
  sql: `
    alter table model_calls add column owner_pid integer;
    alter table model_calls add column owner_instance text;
    alter table model_calls add column is_sent integer not null default 1;
    create index model_calls_open on model_calls (ts) where cost_usd is null;

    create table key_permits (
      variable text not null,
      origin text not null,
      primary key (variable, origin)
    ) strict, without rowid;
  `,
}
