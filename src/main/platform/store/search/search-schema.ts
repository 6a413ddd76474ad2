/** Raised when tables or what stands in them change; an index of another version is deleted and filled again. */
export const searchVersion = 2

/**
 * The index of a library's messages. `words` keeps no text: what a hit shows is cut from `chunks`, the texts of
 * messages that follow each other, packed together. What is put into `words` is folded before, as queries are. A message's rowid sorts by its time (see `message-place.ts`), so
 * that the newest matches of a common word are found without looking at the others.
 */
export const searchSchema = `
  create table tasks (
    number integer primary key,
    task_id text not null unique,
    snapshot_sha256 text not null
  ) strict;

  create table chunks (
    id integer primary key,
    task integer not null references tasks (number),
    bytes blob not null
  ) strict;
  create index chunks_by_task on chunks (task);

  create table messages (
    place integer primary key,
    task integer not null references tasks (number),
    message_index integer not null,
    role text not null,
    ts real,
    hash blob not null,
    chunk integer not null references chunks (id),
    start integer not null,
    length integer not null
  ) strict;
  create index messages_by_task on messages (task, message_index);

  create virtual table words using fts5 (text, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
`
