import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-agents-sdk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As the SDK makes its tables. */
function stored(sessions: Readonly<Record<string, readonly unknown[]>>): string {
  const path = join(folder, 'conversations.db')
  const database = new Database(path)
  database.exec(`
    CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
      updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE agent_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
      message_data TEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);`)
  const insert = database.prepare('insert into agent_messages (session_id, message_data) values (?, ?)')
  for (const [id, items] of Object.entries(sessions)) {
    database.prepare('insert into agent_sessions (session_id) values (?)').run(id)
    for (const item of items) insert.run(id, typeof item === 'string' ? item : JSON.stringify(item))
  }
  database.close()
  return path
}

const user = { role: 'user', content: 'Look' }
const call = { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.ts"}' }
const result = { type: 'function_call_output', call_id: 'c1', output: 'code' }
const says = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] }

describe("a session of OpenAI's Agents SDK", () => {
  it('has a request for each answer, and results beside their calls', async () => {
    const task = await importTask(stored({ s1: [user, call, result, says] }))
    expect(task).toMatchObject({ format: 'openai-agents', title: 'Look', problems: [] })
    expect(wordsSentBy(task)).toEqual([['Look'], ['Look', 'c1', 'code']])
  })

  it('is one of several in its database, and is read as far as it is JSON', async () => {
    const path = stored({ s1: [user, says], s2: [user, '{', call] })
    await expect(importTask(path)).rejects.toThrow('2 sessions')
    const task = await importTask(`${path}#s2`)
    expect(task.messages).toHaveLength(2)
    expect(task.problems).toMatchObject([{ reason: '1 of its items are no JSON and were left out' }])
  })
})
