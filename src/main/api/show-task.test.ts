import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

let folder = ''
let dewpoint: Dewpoint
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-show-'))
  dewpoint = await startDewpoint(folder)
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

async function writeLarge(): Promise<string> {
  const path = join(folder, 'large')
  await mkdir(path)
  const content = 'line of a file\n'.repeat(300_000)
  const messages = Array.from({ length: 3 }, (_, at) => ({ role: 'user', content: `${at} ${content}` }))
  await writeFile(join(path, 'api_conversation_history.json'), JSON.stringify(messages))
  return path
}

it('keeps a task that was shown when Dewpoint ends at once', async () => {
  const { tasks } = await dewpoint.client.tasks.show({ kind: 'path', path: await writeLarge() })
  const taskId = tasks[0]?.id ?? ''
  const shown = await dewpoint.client.tasks.get({ taskId })
  expect(shown).toMatchObject({ summary: { id: taskId, state: 'read', messages: 3 }, totalRows: 3 })
  await dewpoint.close()
  dewpoint = await startDewpoint(folder)
  const { readTs, era } = (await dewpoint.client.tasks.list()).find(({ id }) => id === taskId) ?? {}
  const { summary, ...stored } = await dewpoint.client.tasks.get({ taskId })
  expect({ summary: { ...summary, readTs }, ...stored }).toEqual({
    ...shown,
    summary: { ...shown.summary, readTs, era },
  })
})

it('answers what is asked of a task meanwhile, figures as those of one that was opened', async () => {
  const path = await writeLarge()
  const { client } = dewpoint
  const { tasks } = await client.tasks.show({ kind: 'path', path })
  const taskId = tasks[0]?.id ?? ''
  const inspect = async (): Promise<unknown> => {
    for await (const event of await client.tasks.inspect({ taskId }))
      if (event.kind === 'finished') return event
    return null
  }
  const first = await inspect()
  expect(first).toMatchObject({ inspection: { messages: { total: 3 }, task: { id: taskId } } })
  expect((await client.tasks.open({ kind: 'path', path })).tasks).toMatchObject([{ id: taskId }])
  expect(await inspect()).toEqual(first)
})
