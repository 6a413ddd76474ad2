import Database from 'better-sqlite3'

const schema = `
create table if not exists sessions (id text primary key, parent_session_id text, title text not null, prompt_tokens integer,
  completion_tokens integer, cost real, summary_message_id text, created_at integer, updated_at integer);
create table if not exists messages (id text primary key, session_id text not null, role text not null, parts text not null,
  model text, provider text, created_at integer not null, updated_at integer not null, is_summary_message integer default 0);`

/** Adds sessions with one question each to a database of Crush, made where it is not there; it stays open. */
export function addCrushSessions(
  path: string,
  sessions: Readonly<Record<string, string>>,
  parentId: string | null = null,
): Database.Database {
  const database = new Database(path)
  database.pragma('journal_mode = wal')
  database.exec(schema)
  for (const [id, text] of Object.entries(sessions)) {
    const at = Number(database.prepare('select count(*) from messages').pluck().get()) + 1
    const parts = JSON.stringify([{ type: 'text', data: { text } }])
    database
      .prepare(
        'insert into sessions values (?, ?, ?, 0, 0, 0.5, null, ?, ?) on conflict do update set updated_at = excluded.updated_at',
      )
      .run(id, parentId, `Title of ${id}`, at, at)
    const insert = database.prepare('insert into messages values (?, ?, ?, ?, ?, ?, ?, ?, 0)')
    insert.run(`${id}-${at}`, id, 'user', parts, 'm', 'p', at, at)
    insert.run(`${id}-${at}-a`, id, 'assistant', parts, 'm', 'p', at, at)
  }
  return database
}
