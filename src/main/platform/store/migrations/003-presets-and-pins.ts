import type { Migration } from './migration.ts'

/**
 * Presets of one's own with their versions, and the messages and parts that a person has marked as important. A pin
 * without a part index is of the whole message; the hash of its text tells when the task's file has changed.
 */
export const presetsAndPins: Migration = {
  version: 3,
  sql: `
    create table presets (
      provider_id text not null,
      id text not null,
      label text not null,
      description text not null,
      primary key (provider_id, id)
    ) strict, without rowid;

    create table preset_versions (
      provider_id text not null,
      id text not null,
      version integer not null,
      settings text not null,
      note text not null,
      created_ts real not null,
      primary key (provider_id, id, version),
      foreign key (provider_id, id) references presets (provider_id, id) on delete cascade
    ) strict, without rowid;

    create table pins (
      task_id text not null references tasks (id) on delete cascade,
      message_index integer not null,
      part_index integer,
      text_sha256 text not null,
      note text not null,
      created_ts real not null
    ) strict;
    create unique index pins_by_place on pins (task_id, message_index, ifnull(part_index, -1));
  `,
}
