import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Inspection } from '../../../shared/library/inspection-types.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { addCrushSessions } from '../../agents/testing/crush-database.ts'
import { startRunBench, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

const call = {
  type: 'tool_use',
  id: '1',
  name: 'new_task',
  input: { mode: 'code', message: 'Write the parser' },
}
const ofParent = [
  { role: 'user', content: 'Do the whole' },
  { role: 'assistant', content: [call] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'Done' }] },
]
const ofChild = [{ role: 'user', content: 'Write the parser' }]

async function writeTask(folder: string, id: string, messages: object[], item?: object): Promise<void> {
  await mkdir(join(folder, id), { recursive: true })
  await writeFile(join(folder, id, 'api_conversation_history.json'), JSON.stringify(messages))
  if (item !== undefined)
    await writeFile(join(folder, id, 'history_item.json'), JSON.stringify({ id, ...item }))
}

/** A task and the one that it handed work to, in a folder of their own. */
async function writeFamily(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'family-'))
  await writeTask(folder, 'parent', ofParent, { task: 'The whole', childIds: ['child'] })
  await writeTask(folder, 'child', ofChild, {
    task: 'The parser',
    parentTaskId: 'parent',
    rootTaskId: 'parent',
  })
  return folder
}

const open = async (path: string): Promise<string> =>
  (await bench.client.tasks.open({ kind: 'path', path })).tasks[0]!.id

async function inspected(taskId: string): Promise<Inspection['task'] | null> {
  let last: Inspection['task'] | null = null
  for await (const event of await bench.client.tasks.inspect({ taskId }))
    if (event.kind === 'finished') last = event.inspection.task
  return last
}

it('a task is named by its id until the other one is listed, then with the way to it', async () => {
  const folder = await writeFamily()
  const parentId = await open(join(folder, 'parent'))
  const unlisted = { id: 'child', taskId: null, title: null }
  expect((await bench.client.timeline.get({ taskId: parentId })).markers).toMatchObject([{ child: unlisted }])
  expect(await inspected(parentId)).toMatchObject({ parent: null, children: [unlisted] })

  const childId = await open(join(folder, 'child'))
  const child = { id: 'child', taskId: childId, title: 'The parser' }
  expect((await bench.client.timeline.get({ taskId: parentId })).markers).toMatchObject([{ child }])
  // Its figures are kept by now; how the other one is listed is not.
  expect(await inspected(parentId)).toMatchObject({ children: [child] })
  const parent = { id: 'parent', taskId: parentId, title: 'The whole' }
  expect((await bench.client.timeline.get({ taskId: childId })).parent).toEqual(parent)
  expect(await inspected(childId)).toMatchObject({ parent, children: [] })
  // Lists put it under the other one.
  const listed = new Map((await bench.client.tasks.list()).map((task) => [task.id, task.parentTaskId]))
  expect([listed.get(childId), listed.get(parentId)]).toEqual([parentId, null])
})

it('of two tasks with the same id the one beside it is meant, and of two elsewhere none', async () => {
  const [own, other] = [await writeFamily(), await writeFamily()]
  const childId = await open(join(own, 'child'))
  const parentId = await open(join(own, 'parent'))
  await open(join(other, 'child'))
  expect(await inspected(parentId)).toMatchObject({ children: [{ id: 'child', taskId: childId }] })

  const elsewhere = await mkdtemp(join(tmpdir(), 'family-'))
  await writeTask(elsewhere, 'lonely', ofParent, { childIds: ['child'] })
  const lonelyId = await open(join(elsewhere, 'lonely'))
  expect(await inspected(lonelyId)).toMatchObject({ children: [{ id: 'child', taskId: null }] })
})

it('a task whose record names no child is led to those beside it that name it, in the order of their time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'family-'))
  await writeTask(folder, 'old-parent', [...ofParent, ofParent[1]!], { task: 'The whole' })
  await writeTask(folder, 'a-second', ofChild, { parentTaskId: 'old-parent', ts: 2000 })
  await writeTask(folder, 'b-first', ofChild, { parentTaskId: 'old-parent', ts: 1000 })
  await writeTask(join(folder, 'elsewhere'), 'stranger', ofChild, { parentTaskId: 'old-parent' })
  const parentId = await open(join(folder, 'old-parent'))
  for (const path of ['a-second', 'b-first', 'elsewhere/stranger']) await open(join(folder, path))
  expect(await inspected(parentId)).toMatchObject({ children: [{ id: 'b-first' }, { id: 'a-second' }] })
  const { markers } = await bench.client.timeline.get({ taskId: parentId })
  expect(markers.map(({ child }) => child?.id)).toEqual(['b-first', 'a-second'])
})

/** A line of Claude Code. */
const line = (sessionId: string, uuid: string, more: object = {}): string =>
  `${JSON.stringify({
    type: 'user',
    uuid,
    parentUuid: null,
    sessionId,
    isSidechain: false,
    message: { role: 'user', content: uuid },
    ...more,
  })}\n`

it('sessions that are files are found by the ids of their agent, in the same storage first', async () => {
  const storages = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const folder = join(await mkdtemp(join(tmpdir(), 'family-')), name)
      await mkdir(join(folder, 'main', 'subagents'), { recursive: true })
      await writeFile(join(folder, 'main.jsonl'), line('main', 'Do the whole'))
      await writeFile(
        join(folder, 'main', 'subagents', 'agent-x.jsonl'),
        line('main', 'x', { isSidechain: true }),
      )
      await writeFile(join(folder, 'agent-y.jsonl'), line('main', 'y', { isSidechain: true }))
      // Another agent may call one of its own so.
      await writeFile(join(folder, 'main.json'), JSON.stringify(ofChild))
      return folder
    }),
  )
  const tasks: TaskSummary[] = []
  for (const folder of storages)
    tasks.push(...(await bench.client.tasks.open({ kind: 'path', path: folder })).tasks)
  for (const folder of storages) {
    const findTaskId = (name: string): string | undefined =>
      tasks.find(({ path }) => path === join(folder, name))?.id
    const own = findTaskId('main.jsonl') ?? ''
    for (const name of ['main/subagents/agent-x.jsonl', 'agent-y.jsonl'])
      expect(await inspected(findTaskId(name) ?? '')).toMatchObject({
        parent: { id: 'main', taskId: own, title: 'Do the whole' },
      })
    expect((await inspected(own))?.children?.map(({ id, taskId }) => [id, taskId]).toSorted(byId)).toEqual([
      ['agent-x', findTaskId('main/subagents/agent-x.jsonl')],
      ['agent-y', findTaskId('agent-y.jsonl')],
    ])
  }
})

const byId = ([a]: readonly unknown[], [b]: readonly unknown[]): number => String(a).localeCompare(String(b))

it('sessions of a database are found by their keys', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'family-')), 'crush.db')
  addCrushSessions(path, { parent: 'Do the whole' }).close()
  addCrushSessions(path, { child: 'Write the parser' }, 'parent').close()
  const { tasks } = await bench.client.tasks.open({ kind: 'path', path })
  const findTaskId = (key: string): string => tasks.find((task) => task.path === `${path}#${key}`)?.id ?? ''
  expect(await inspected(findTaskId('child'))).toMatchObject({
    parent: { id: 'parent', taskId: findTaskId('parent') },
  })
  expect(await inspected(findTaskId('parent'))).toMatchObject({
    children: [{ id: 'child', taskId: findTaskId('child') }],
  })
})

it('nothing is said of relations where no record could name any', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'family-'))
  await writeFile(join(folder, 'chat.json'), JSON.stringify(ofChild))
  const task = await inspected(await open(join(folder, 'chat.json')))
  expect(Object.keys(task ?? {})).not.toContain('children')
})
