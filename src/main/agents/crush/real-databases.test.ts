import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data')
const isPresent = existsSync(join(data, 'crush-db'))
const stores = [
  ['crush', 'crush-db', 'crush.db'],
  ['opencode-go', 'opencode-go-db', 'opencode.db'],
] as const

type Row = { readonly role: string; readonly parts: string }
type Part = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** Sessions of the real databases, read where they lie: nobody writes there. */
function realSessions(): readonly (readonly [string, string, readonly Row[]])[] {
  if (!isPresent) return [['absent', '', []]]
  return stores.flatMap(([format, folder, file]) =>
    readdirSync(join(data, folder)).flatMap((name) => {
      const path = join(data, folder, name, file)
      const database = new Database(path, { readonly: true })
      const ids = database.prepare<[], { id: string }>('select id from sessions').all()
      const found = ids.map(({ id }) => {
        const rows = database.prepare<[string], Row>(
          'select role, parts from messages where session_id = ? order by rowid',
        )
        return [format, `${path}#${id}`, rows.all(id)] as const
      })
      database.close()
      return found
    }),
  )
}

describe.skipIf(!isPresent)('real databases of Crush and of the first OpenCode', () => {
  it.each(realSessions())('%s: %s has every message, call and result', async (format, path, rows) => {
    const task = await importTask(path)
    expect(task.format).toBe(format)
    expect(task.problems).toEqual([])
    const readRoleParts = (role: string): Part[] =>
      rows.filter((row) => row.role === role).flatMap(({ parts }): Part[] => JSON.parse(parts))
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const of = (type: string, key: string) =>
      blocks.filter((block) => block.type === type).map((block) => block[key])
    expect(task.usage.requests).toHaveLength(rows.filter(({ role }) => role === 'assistant').length)
    expect(of('tool_use', 'id')).toEqual(
      readRoleParts('assistant').flatMap(({ type, data }) => (type === 'tool_call' ? [data['id']] : [])),
    )
    expect(of('tool_result', 'tool_use_id')).toEqual(of('tool_use', 'id'))
    expect(of('text', 'text')).toEqual(
      rows
        .flatMap(({ parts }): Part[] => JSON.parse(parts))
        .flatMap(({ type, data }) => (type === 'text' && data['text'] !== '' ? [data['text']] : [])),
    )
  })
})
