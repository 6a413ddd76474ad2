import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSearchDatabase } from './open-search-database.ts'
import { createSearchReader } from './search-reader.ts'
import { createSearchWriter, type IndexedMessage } from './search-writer.ts'

let folder = ''
let close = (): void => undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-search-'))
})
afterEach(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

function openIndex() {
  const database = openSearchDatabase(join(folder, 'search.sqlite'))
  close = () => void database.close()
  const reader = createSearchReader(database)
  const count = (sql: string): unknown => database.prepare(sql).pluck().get()
  return {
    database,
    count,
    writer: createSearchWriter(database),
    reader,
    find: (expression: string, limit = 10, within: readonly string[] | null = null) =>
      reader.find(expression, { limit, within }, ({ taskId, messageIndex }) => `${taskId} ${messageIndex}`),
  }
}

async function* messages(
  ...all: readonly { readonly text: string; readonly ts?: number }[]
): AsyncGenerator<IndexedMessage, void> {
  for (const [index, { text, ts = 1000 * index }] of all.entries())
    yield { index, role: 'user', ts, sortTs: ts, text, words: text }
}

const version = (id: string, snapshotSha256 = 'a') => ({ id, snapshotSha256 })

it('finds messages by their words, the newest of all tasks first', async () => {
  const { writer, find } = openIndex()
  await writer.put(
    version('old'),
    messages({ text: 'a red fox', ts: 5000 }, { text: 'a blue fox', ts: 9000 }),
  )
  await writer.put(version('new'), messages({ text: 'a red hen', ts: 7000 }, { text: 'a fox', ts: 7000 }))
  expect(find('"fox"')).toEqual(['old 1', 'new 1', 'old 0'])
  expect(find('"red"')).toEqual(['new 0', 'old 0'])
  expect(find('"a"', 2)).toEqual(['old 1', 'new 1'])
})

it('finds messages of some tasks only, the newest of them first and none the fewer', async () => {
  const { writer, find } = openIndex()
  const ids = Array.from({ length: 100 }, (_, number) => `t${number}`)
  for (const [at, id] of ids.entries())
    await writer.put(version(id), messages({ text: 'fox', ts: 1000 * at }, { text: 'fox', ts: 500_000 }))
  expect(find('"fox"', 3, ['t7', 't9', 'unknown'])).toEqual(['t9 1', 't7 1', 't9 0'])
  expect(find('"fox"', 1000, ids.slice(10, 90))).toHaveLength(160)
  expect(find('"fox"', 1000, ids.slice(10, 90)).at(-1)).toBe('t10 0')
  expect(find('"fox"', 10, [])).toEqual([])
  expect(find('"fox"', 10, ['unknown'])).toEqual([])
})

it('gives the text of a message back, however many share a chunk', async () => {
  const { writer, reader } = openIndex()
  const texts = Array.from({ length: 40 }, (_, index) => ({ text: `ünïque${index} ${'word '.repeat(400)}` }))
  await writer.put(version('t'), messages(...texts))
  expect(reader.find('"ünïque17"', { limit: 5, within: null }, ({ text }) => text)).toEqual([texts[17]?.text])
})

it('keeps what is still the same when a task has grown, and drops what is gone', async () => {
  const { writer, find, count, reader } = openIndex()
  await writer.put(version('t'), messages({ text: 'first' }, { text: 'second' }, { text: 'third' }))
  const before = count('select place from messages where message_index = 0')
  await writer.put(version('t', 'b'), messages({ text: 'first' }, { text: 'changed' }))
  expect(count('select place from messages where message_index = 0')).toBe(before)
  expect(find('"second"')).toEqual([])
  expect(find('"third"')).toEqual([])
  expect(find('"changed" OR "first"')).toEqual(['t 1', 't 0'])
  expect(reader.snapshots(['t', 'unknown'])).toEqual(new Map([['t', 'b']]))
})

it('leaves a task as it was when its messages cannot be read to the end', async () => {
  const { writer, find, reader } = openIndex()
  await writer.put(version('t'), messages({ text: 'before' }))
  async function* broken(): AsyncGenerator<IndexedMessage, void> {
    yield* messages({ text: 'after' })
    throw new Error('no more')
  }
  await expect(writer.put(version('t', 'b'), broken())).rejects.toThrow('no more')
  expect(find('"before"')).toEqual(['t 0'])
  expect(find('"after"')).toEqual([])
  expect(reader.snapshots(['t', 'unknown']).get('t')).toBe('a')
})

it('forgets a task with its words and its texts', async () => {
  const { writer, find, count } = openIndex()
  await writer.put(version('gone'), messages({ text: 'a fox' }))
  await writer.put(version('here'), messages({ text: 'a fox' }))
  writer.forget(['gone', 'unknown'])
  expect(find('"fox"')).toEqual(['here 0'])
  expect(count('select count(*) from chunks')).toBe(1)
  expect(count('select count(*) from tasks')).toBe(1)
})

it('takes times that are none', async () => {
  const { writer, find } = openIndex()
  const times = [Number.NaN, -5, 1e300, 0]
  await writer.put(version('t'), messages(...times.map((ts) => ({ text: 'x', ts }))))
  expect(find('"x"')).toHaveLength(times.length)
})

it.each([
  [
    'no database',
    (path: string) => writeFileSync(path, 'this is no database, and long enough to be read as one'),
  ],
  [
    'an index of another version',
    (path: string) => {
      const database = openSearchDatabase(path)
      database.pragma('user_version = 99')
      database.close()
    },
  ],
  [
    'a database of which half is missing',
    (path: string) => {
      const database = openSearchDatabase(path)
      database.pragma('wal_checkpoint(truncate)')
      database.close()
      writeFileSync(path, readFileSync(path).subarray(0, 5000))
    },
  ],
])('begins anew where the file is %s', async (_what, spoil) => {
  spoil(join(folder, 'search.sqlite'))
  const { writer, find } = openIndex()
  await writer.put(version('t'), messages({ text: 'a fox' }))
  expect(find('"fox"')).toEqual(['t 0'])
})
