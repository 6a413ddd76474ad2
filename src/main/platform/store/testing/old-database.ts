import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { migrations } from '../migrations/migrations.ts'
import { makeTask } from './fixtures.ts'

/** A packed JSON value, as the workers make them. */
export function packed(text: string): { readonly hash: string; readonly bytes: Buffer } {
  const json = JSON.stringify({ text })
  return { hash: createHash('sha256').update(json).digest('hex'), bytes: zstdCompressSync(json) }
}

/** Text that does not compress to nothing, the same for the same number. */
function makeText(index: number, chars: number): string {
  let text = ''
  for (let piece = 0; text.length < chars; piece += 1)
    text += createHash('sha512').update(`${index} ${piece}`).digest('base64')
  return text.slice(0, chars)
}

/** Makes a database as an earlier version kept it: tasks with their histories, each with two runs. */
export function writeOldDatabase(
  filePath: string,
  { version, tasks, charsEach }: Readonly<{ version: number; tasks: number; charsEach: number }>,
): void {
  const database = new Database(filePath)
  database.pragma('journal_mode = WAL')
  // Each statement of a migration would wait for the disk.
  database.pragma('synchronous = OFF')
  for (const step of migrations.filter((one) => one.version <= version)) {
    database.exec(step.sql)
    database.pragma(`user_version = ${step.version}`)
  }
  const workspace = version < 12 ? 'c:/work/' : 'C:\\work'
  const blob = database.prepare('insert into blobs values (?, ?, ?)')
  const task = database.prepare(`insert into tasks
    (id, format, path, title, agent, model, workspace, era, is_sample, messages, tokens, cost_usd, condensations,
      last_activity_ts, opened_ts, snapshot_sha256, source_blob, meta) values
    (?, 'roo-task', ?, ?, null, 'small', '${workspace}', 'xml', 0, 3, 5, 1.5, 0, 2, 1, ?, ?, ?)`)
  const entry = database.prepare(`insert into library_tasks
    (id, path, is_followed, is_gone, problems, title, workspace, opened_ts) values (?, ?, 1, 0, 0, ?, '${workspace}', 1)`)
  const run = database.prepare(`insert into runs
    (id, task_id, snapshot_sha256, source_blob, provider_id, provider_version, settings, status, owner_pid,
      owner_instance, started_ts, payload_blob)
    values (?, ?, ?, ?, 'truncation', '1.0.0', '{}', 'cancelled', 1, 'x', ?, ?)`)
  const meta = JSON.stringify(makeTask().meta)
  database.transaction(() => {
    for (let index = 0; index < tasks; index += 1) {
      const id = `task-${index}`
      const snapshot = createHash('sha256').update(`snapshot ${index}`).digest('hex')
      const source = packed(makeText(index, charsEach))
      blob.run(source.hash, source.bytes, 1)
      task.run(id, `/tasks/${index}`, `Task ${index}`, snapshot, source.hash, meta)
      if (version >= 5) entry.run(id, `/tasks/${index}`, `Task ${index}`)
      for (const number of [1, 2]) {
        const payload = packed(makeText(-index - number / 10, 300))
        blob.run(payload.hash, payload.bytes, 1)
        run.run(`run-${index}-${number}`, id, snapshot, source.hash, index, payload.hash)
      }
    }
    database.prepare("insert into preferences values ('theme', '\"dark\"')").run()
  })()
  database.close()
}
