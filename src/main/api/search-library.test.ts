import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { showsSamplesKey } from '../../shared/kernel/page-preferences.ts'
import { everyTask, type LibraryFilter } from '../../shared/library/library-filter-types.ts'
import type { PrepareEvent } from '../../shared/library/types.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { catchProblem } from '../testing/catch-problem.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

let folder = ''
let dewpoint: Dewpoint
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-search-'))
  dewpoint = await startDewpoint(folder)
})
afterEach(async () => {
  await dewpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = '<read_file>\n<path>src/app.ts</path>\n</read_file>'
const code = 'export const answer = 42\n'.repeat(200)

/** A task whose agent reads one file twice. */
function writeTask(name: string, said: string, ts: number): void {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: `<task>\n${said}\n</task>` }], ts },
    { role: 'assistant', content: [{ type: 'text', text: call }], ts: ts + 1000 },
    {
      role: 'user',
      content: [{ type: 'text', text: `[read_file for 'src/app.ts'] Result:\n${code}` }],
      ts: ts + 2000,
    },
    { role: 'assistant', content: [{ type: 'text', text: call }], ts: ts + 3000 },
    {
      role: 'user',
      content: [{ type: 'text', text: `[read_file for 'src/app.ts'] Result:\n${code}` }],
      ts: ts + 4000,
    },
    ...Array.from({ length: 12 }, (_, index) => ({
      role: index % 2 === 0 ? 'assistant' : 'user',
      content: [{ type: 'text', text: `step ${index}` }],
      ts: ts + 5000 + index,
    })),
  ]
  mkdirSync(join(folder, 'tasks', name), { recursive: true })
  writeFileSync(join(folder, 'tasks', name, 'api_conversation_history.json'), JSON.stringify(messages))
}

async function prepare(step: 'index' | 'survey'): Promise<readonly PrepareEvent[]> {
  const events: PrepareEvent[] = []
  for await (const event of await dewpoint.client.library.prepare({ step })) events.push(event)
  return events
}

const openTasks = () => dewpoint.client.tasks.open({ kind: 'path', path: join(folder, 'tasks') })

describe('search over all tasks', () => {
  it.each(['🚀', '()', '   ', '""'])('refuses %j, which holds no word', async (query) => {
    expect(await catchProblem(dewpoint.client.library.search({ query }))).toMatchObject({ code: 'bad-input' })
  })

  it('says which words of a query it searches without their signs', async () => {
    expect(await dewpoint.client.library.search({ query: 'parsers in C++, for src/app.ts' })).toMatchObject({
      leftOutSigns: [{ typed: 'C++', searched: 'c' }],
    })
  })

  it('shows the messages of a task that was renamed once', async () => {
    writeTask('1', 'Mend the parser of Wüstenfuchs', 1_700_000_000_000)
    await openTasks()
    await prepare('index')
    renameSync(join(folder, 'tasks', '1'), join(folder, 'tasks', '2'))
    await prepare('index')
    const { hits } = await dewpoint.client.library.search({ query: 'Wüstenfuchs' })
    const [{ path } = { path: '' }] = (await dewpoint.client.tasks.list()).filter(
      ({ id }) => id === hits[0]?.taskId,
    )
    expect([hits.length, path]).toEqual([1, join(folder, 'tasks', '2')])
  })

  it('finds what was said in any of them, once they are indexed', async () => {
    writeTask('1', 'Mend the parser of Wüstenfuchs', 1_700_000_000_000)
    writeTask('2', 'Speed up wustenfuchs', 1_600_000_000_000)
    await openTasks()
    expect(await dewpoint.client.library.search({ query: 'Wüstenfuchs' })).toMatchObject({
      hits: [],
      searchedTasks: 0,
      unreadableTasks: 0,
    })
    const events = await prepare('index')
    expect(events.at(-1)).toEqual({ kind: 'finished', failed: [] })
    const found = await dewpoint.client.library.search({ query: 'Wüstenfuchs' })
    expect(found).toMatchObject({ hasMore: false, searchedTasks: found.tasks, unreadableTasks: 0 })
    expect(found.hits.map(({ messageIndex, role, ts }) => [messageIndex, role, ts])).toEqual([
      [0, 'user', 1_700_000_000_000],
      [0, 'user', 1_600_000_000_000],
    ])
    expect(found.hits[0]?.snippet).toContainEqual({ text: 'Wüstenfuchs', isMatch: true })
    expect(found.hits[0]?.taskTitle).toContain('Wüstenfuchs')
    expect(await prepare('index')).toEqual([{ kind: 'finished', failed: [] }])
  })

  it('finds what was written since, in tasks that are known and in new ones', async () => {
    writeTask('1', 'a fox', 1000)
    writeTask('2', 'a hen', 2000)
    await openTasks()
    await prepare('index')
    writeTask('1', 'a fox and a badger', 1000)
    writeTask('3', 'one more badger', 3000)
    await prepare('index')
    const { hits } = await dewpoint.client.library.search({ query: 'badger' })
    expect(hits.map(({ ts }) => ts)).toEqual([3000, 1000])
  })

  it('says when there is more than was asked for', async () => {
    writeTask('1', 'a fox', 1000)
    writeTask('2', 'a fox', 2000)
    await openTasks()
    await prepare('index')
    const one = await dewpoint.client.library.search({ query: 'fox', limit: 1 })
    expect(one).toMatchObject({ hits: [{ ts: 2000 }], hasMore: true })
    expect(await dewpoint.client.library.search({ query: 'fox', limit: 2 })).toMatchObject({ hasMore: false })
  })

  it('searches the tasks that fit a filter and no others, and says how many these are', async () => {
    writeTask('1', 'a fox', 1000)
    writeTask('2', 'a fox', 2000)
    writeTask('3', 'a fox', Date.parse('2026-03-01T12:00'))
    const { tasks } = await openTasks()
    await prepare('index')
    const find = async (filter: Partial<LibraryFilter>) => {
      const whole = { ...everyTask, ...filter }
      const { hits, searchedTasks, ...counts } = await dewpoint.client.library.search({
        query: 'fox',
        filter: whole,
      })
      expect(counts.listedTasks).toBe(tasks.length)
      return [hits.map(({ ts }) => ts), searchedTasks, counts.tasks]
    }
    expect(await find({ text: 'tasks/2' })).toEqual([[2000], 1, 1])
    expect(await find({ activity: { from: '', to: '2026-02-28' } })).toEqual([[2000, 1000], 2, 2])
    expect(await find({ workspace: ['/nowhere'] })).toEqual([[], 0, 0])
  })

  it('searches the samples while there is nothing else, and beside own tasks where somebody wants them', async () => {
    const { client } = dewpoint
    const search = async () => {
      const { hits, tasks, listedTasks } = await client.library.search({ query: 'harbour' })
      return [hits.length > 0, tasks, listedTasks]
    }
    await prepare('index')
    expect(await search()).toEqual([true, 1, 1])
    writeTask('1', 'a fox', 1000)
    await openTasks()
    await prepare('index')
    expect(await search()).toEqual([false, 1, 1])
    await client.preferences.set({ key: showsSamplesKey, value: true })
    expect(await search()).toEqual([true, 2, 2])
  })

  it('finds nothing of a task that was taken out of the library', async () => {
    writeTask('1', 'a fox', 1000)
    writeTask('2', 'a fox', 2000)
    const { tasks } = await openTasks()
    await prepare('index')
    const gone = tasks.find(({ path }) => path.endsWith('2'))?.id ?? ''
    await dewpoint.client.tasks.forget({ taskId: gone })
    const { hits } = await dewpoint.client.library.search({ query: 'fox' })
    expect(hits.map(({ ts }) => ts)).toEqual([1000])
  })

  it('passes over a task that cannot be read, and says why', async () => {
    writeTask('1', 'a fox', 1000)
    writeTask('2', 'a fox', 2000)
    writeFileSync(join(folder, 'tasks', '2', 'api_conversation_history.json'), '{"no": "history"}')
    await openTasks()
    const last = (await prepare('index')).at(-1)
    expect(last).toMatchObject({ kind: 'finished', failed: [{ reason: expect.stringMatching(/\w+ \w+/) }] })
    const { hits, searchedTasks, tasks, unreadableTasks } = await dewpoint.client.library.search({
      query: 'fox',
    })
    expect(hits).toHaveLength(1)
    expect([tasks - searchedTasks, unreadableTasks]).toEqual([1, 1])
    await prepare('survey')
    expect(await dewpoint.client.library.overview()).toMatchObject({
      tasks: 2,
      surveyed: 1,
      unreadableTasks: 1,
    })
  })
})

it('says which file it is where the search index cannot be used', async () => {
  const where = join(folder, 'data', 'search.sqlite')
  mkdirSync(where)
  writeTask('1', 'a fox', 1000)
  await openTasks()
  expect(await catchProblem(prepare('index'))).toMatchObject({ code: 'storage', where })
})

describe('the overview of all tasks', () => {
  it('adds up what they hold and what lossless would leave, and opens them counted', async () => {
    writeTask('1', 'Mend the parser', 1000)
    writeTask('2', 'Mend the other parser', 2000)
    const { tasks } = await openTasks()
    expect(await dewpoint.client.library.overview()).toMatchObject({ tasks: 2, surveyed: 0 })
    await prepare('survey')
    const overview = await dewpoint.client.library.overview()
    const listed = (await dewpoint.client.tasks.list()).filter(({ id }) =>
      tasks.some((task) => task.id === id),
    )
    const tokens = listed.reduce((sum, task) => sum + (task.tokens ?? 0), 0)
    expect(overview).toMatchObject({ tasks: 2, surveyed: 2, totals: { tasks: 2, messages: 34, tokens } })
    expect(overview.totals.losslessTokens).toBeLessThan(0.7 * tokens)
    const kinds = Object.values(overview.byKind).reduce((sum, one) => sum + one, 0)
    expect(kinds).toBe(tokens)
    expect(overview.byTool).toMatchObject([{ tool: 'read_file', calls: 4, tasks: 2 }])
    const [first] = listed
    for await (const event of await dewpoint.client.tasks.inspect({ taskId: first?.id ?? '' })) {
      expect(event).toMatchObject({ kind: 'finished', inspection: { tokens: { total: first?.tokens } } })
    }
  })
})
