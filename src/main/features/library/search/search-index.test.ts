import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Message } from '../../../../shared/kernel/message.ts'
import { createEnginePool } from '../../../jobs/engine-pool.ts'
import { openSearchDatabase } from '../../../platform/store/search/open-search-database.ts'
import { packSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { parseQuery } from '../compute/search/parse-query.ts'
import type { TaskToIndex } from '../jobs/search-index-jobs.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

const engine = createEnginePool(resolve(import.meta.dirname, '../../../jobs/worker.ts'))
afterAll(() => engine.close())
const rootSchema = z.object({ root: z.int() })
const never = new AbortController().signal

let folder = ''
let index: SearchIndex
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-search-'))
  index = createSearchIndex({ folder, engine })
})
afterEach(async () => {
  await index.close()
  rmSync(folder, { recursive: true, force: true })
})

async function makeTask(id: string, messages: readonly Message[]): Promise<TaskToIndex> {
  const style = { indent: null, bom: false, trailing: '' }
  const { hash, bytes } = await packSnapshot({ messages, hiddenRange: null, style })
  return { id, snapshotSha256: hash, bytes, lastActivityTs: 1_700_000_000_000 }
}

const found = async (query: string): Promise<readonly string[]> => {
  const { hits } = await index.find(parseQuery(query), { limit: 10, within: null })
  return hits.map(({ taskId, messageIndex }) => `${taskId} ${messageIndex}`)
}

it('finds messages with the piece of text around the match', async () => {
  const task = await makeTask('t', [
    { role: 'user', content: 'Mend the parser' },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'I read src/app.tsx first.' }],
      ts: 1_700_000_000_500,
    },
  ])
  await index.put(task, never)
  expect(await index.find(parseQuery('src/app.tsx'), { limit: 10, within: null })).toEqual({
    hits: [
      {
        taskId: 't',
        messageIndex: 1,
        role: 'assistant',
        ts: 1_700_000_000_500,
        snippet: [
          { text: 'I read ', isMatch: false },
          { text: 'src/app.tsx', isMatch: true },
          { text: ' first.', isMatch: false },
        ],
      },
    ],
    taskIds: ['t'],
  })
  expect(await index.snapshots(['t', 'unknown'])).toEqual(new Map([['t', task.snapshotSha256]]))
})

it('changes nothing where it is asked to stop', async () => {
  await index.put(await makeTask('t', [{ role: 'user', content: 'before' }]), never)
  const controller = new AbortController()
  const putting = index.put(await makeTask('t', [{ role: 'user', content: 'after' }]), controller.signal)
  controller.abort(new Error('enough'))
  await expect(putting).rejects.toThrow('enough')
  expect(await found('before')).toEqual(['t 0'])
})

it('takes messages out with their task', async () => {
  await index.put(await makeTask('t', [{ role: 'user', content: 'a fox' }]), never)
  await index.forget(['t'])
  expect(await found('fox')).toEqual([])
})

it('begins anew where the file is damaged', async () => {
  const other = createSearchIndex({ folder, engine })
  await other.put(await makeTask('t', [{ role: 'user', content: 'a fox' }]), never)
  await other.close()
  writeFileSync(join(folder, 'search.sqlite'), Buffer.alloc(20_000, 'damaged '))
  rmSync(join(folder, 'search.sqlite-wal'), { force: true })
  expect(await found('fox')).toEqual([])
  await index.put(await makeTask('t', [{ role: 'user', content: 'a fox' }]), never)
  expect(await found('fox')).toEqual(['t 0'])
})

it('begins anew where the damage shows only when somebody searches', async () => {
  const words = Array.from({ length: 3000 }, (_, number) => `word${number}`).join(' ')
  const task = await makeTask('t', [{ role: 'user', content: words }])
  const other = createSearchIndex({ folder, engine })
  await other.put(task, never)
  await other.close()
  const file = join(folder, 'search.sqlite')
  const database = openSearchDatabase(file)
  database.pragma('wal_checkpoint(truncate)')
  database.pragma('journal_mode = delete')
  const { root } = rootSchema.parse(
    database.prepare("select rootpage as root from sqlite_schema where name = 'words_data'").get(),
  )
  database.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xa5, (root - 1) * 4096, root * 4096))
  expect(await Promise.all([found('word7'), found('word8')])).toEqual([[], []])
  await index.put(task, never)
  expect(await found('word7')).toEqual(['t 0'])
})
