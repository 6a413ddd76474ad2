import type { Migration } from './migration.ts'

/**
 * Experiments, the sources that they keep, their cells and what people say of those. An experiment refers to no task,
 * so that it outlives the tasks of the library. A column `cell` holds what the other columns of a cell do not.
 */
export const experiments: Migration = {
  version: 4,
  sql: `
    create table experiments (
      id text primary key,
      name text not null,
      question text not null,
      content_sha256 text not null,
      status text not null,
      reason text not null,
      is_sample integer not null,
      is_imported integer not null,
      variants integer not null,
      checkpoints integer not null,
      tasks integer not null,
      cells integer not null,
      created_ts real not null,
      finished_ts real,
      owner_pid integer not null,
      owner_instance text not null,
      text text not null,
      plan text not null
    ) strict;
    create index experiments_by_content on experiments (content_sha256);
    create index experiments_by_status on experiments (status);

    create table experiment_sources (
      experiment_id text not null references experiments (id) on delete cascade,
      snapshot_sha256 text not null,
      source_blob text not null references blobs (hash),
      primary key (experiment_id, snapshot_sha256)
    ) strict, without rowid;
    create index experiment_sources_by_source on experiment_sources (source_blob);
    create index experiment_sources_by_snapshot on experiment_sources (snapshot_sha256);

    create table cells (
      experiment_id text not null references experiments (id) on delete cascade,
      cell_id text not null,
      key text not null,
      variant_id text not null,
      checkpoint_id text not null,
      repeat integer not null,
      status text not null,
      is_reused integer not null,
      finished_ts real not null,
      cell text not null,
      payload_blob text references blobs (hash),
      judgements_blob text references blobs (hash),
      primary key (experiment_id, cell_id)
    ) strict;
    create index cells_by_status on cells (experiment_id, status, is_reused);
    create index cells_by_key on cells (key);
    create index cells_by_payload on cells (payload_blob);
    create index cells_by_judgements on cells (judgements_blob);

    create table ratings (
      experiment_id text not null,
      cell_id text not null,
      stars integer,
      comment text not null,
      is_blind integer not null,
      created_ts real not null,
      primary key (experiment_id, cell_id),
      foreign key (experiment_id, cell_id) references cells (experiment_id, cell_id) on delete cascade
    ) strict, without rowid;
  `,
}
