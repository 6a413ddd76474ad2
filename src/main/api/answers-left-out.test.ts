import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeLeftOut } from '../../shared/home/answers-words.ts'
import { resourcesFolder, startDewpoint } from '../testing/start-dewpoint.ts'

let folder: string
let dewpoint: Awaited<ReturnType<typeof startDewpoint>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-left-out-'))
  dewpoint = await startDewpoint(folder)
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

/** A task that its agent condensed, so that it is measured. */
const condensed =
  'samples/claude-code/projects/-home-ines-src-postbox/433fb214-8c10-4510-a363-436bd5545560.jsonl'

it('counts a task that was copied once, and says what could not be read and why', async () => {
  const { client } = dewpoint
  const tasks = join(folder, 'tasks')
  for (const name of ['one', 'two/one'])
    await cp(join(resourcesFolder, condensed), join(tasks, name, basename(condensed)))
  await mkdir(join(tasks, 'broken'))
  await writeFile(join(tasks, 'broken/api_conversation_history.json'), '{ nonsense')
  const taskIds = (await client.tasks.open({ kind: 'path', path: tasks })).tasks.map(({ id }) => id)
  expect(taskIds).toHaveLength(3)
  for await (const event of await client.answers.measure({ taskIds })) void event
  const answer = await client.answers.get({ taskIds })
  expect(answer).toMatchObject({
    tasks: 1,
    ofTasks: 2,
    copies: 1,
    unreadable: [{ reason: expect.any(String), tasks: 1 }],
  })
  expect(answer.arms[0]?.tasks).toMatchObject({ changed: 1 })
  expect(describeLeftOut(answer)).toEqual({
    copies: '1 copy of a task is counted once.',
    unreadable: expect.stringMatching(/^1 task could not be read: \S.*[^.]\.$/),
  })
})

it('names three reasons at most, the most frequent first', () => {
  const unreadable = [
    { reason: 'It is empty.', tasks: 1200 },
    ...['It is cut off.', 'It is locked.', 'It is gone.', 'It is large.'].map((reason) => ({
      reason,
      tasks: 1,
    })),
  ]
  expect(describeLeftOut({ copies: 2, unreadable })).toEqual({
    copies: '2 copies of tasks are counted once.',
    unreadable:
      '1,204 tasks could not be read. It is empty (1,200 times). It is cut off. It is locked. 2 for other reasons.',
  })
})
