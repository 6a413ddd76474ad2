import { expect, it } from 'vitest'
import type { PrepareEvent } from '../../../../../shared/library/types.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import { makeTask } from '../../../../platform/store/testing/fixtures.ts'
import { libraryEntry } from '../testing/library-entry.ts'
import type { BackgroundStep, TaskVersion } from './background-step.ts'
import { prepareTasks, type PrepareDependencies } from './prepare-tasks.ts'

type Setting = {
  readonly done?: readonly string[]
  readonly run?: BackgroundStep['run']
  readonly signal?: AbortSignal
  /** Tasks that another Dewpoint works on. */
  readonly elsewhere?: readonly string[]
}

/** Prepares a library of these entries; gives the events and the tasks that the step worked on. */
async function prepare(
  entries: readonly LibraryEntry[],
  { done = [], run, signal, elsewhere = [] }: Setting = {},
) {
  const workedOn: string[] = []
  const step: BackgroundStep = {
    id: 'index',
    doneAmong: async (tasks) => new Set(tasks.flatMap(({ id }) => (done.includes(id) ? [id] : []))),
    run: async (version: TaskVersion, one: AbortSignal) => {
      workedOn.push(version.id)
      await run?.(version, one)
    },
    forget: async () => undefined,
  }
  const store = {
    library: { entries: async () => entries },
    tasks: {
      get: async (id: string) => {
        if (id === 'unreadable') throw new Error('It is no history.')
        return id === 'vanished' ? null : makeTask({ id, snapshotSha256: `new snapshot of ${id}` })
      },
    },
    claims: {
      take: async (work: string) => !elsewhere.some((id) => work.endsWith(id)),
      leave: async () => undefined,
    },
    // Only these are asked.
  } as unknown as PrepareDependencies['store']
  const events: PrepareEvent[] = []
  for await (const event of prepareTasks({ store, step, signal: signal ?? new AbortController().signal }))
    events.push(event)
  return { events, workedOn }
}

it('works on what was found, has changed or was not done, and on nothing else', async () => {
  const { events, workedOn } = await prepare(
    [
      libraryEntry('done'),
      libraryEntry('open'),
      libraryEntry('found', { readStamp: null, snapshotSha256: null }),
      libraryEntry('forgotten', { forgottenStamp: 'now' }),
      libraryEntry('vanished'),
    ],
    { done: ['done'] },
  )
  expect(workedOn).toEqual(['open', 'found'])
  expect(events).toEqual([
    { kind: 'progress', done: 0, total: 3, title: 'Title of open' },
    { kind: 'progress', done: 1, total: 3, title: 'Title of found' },
    { kind: 'progress', done: 2, total: 3, title: 'Title of vanished' },
    { kind: 'finished', failed: [] },
  ])
})

it('reads a task that has changed, and leaves it where it holds what it held before', async () => {
  const changed = libraryEntry('changed', { readStamp: 'earlier' })
  expect(await prepare([changed], { done: ['changed'] })).toEqual({
    workedOn: [],
    events: [expect.objectContaining({ kind: 'progress' }), { kind: 'finished', failed: [] }],
  })
})

it('passes over what cannot be read or done, and says why', async () => {
  const { events, workedOn } = await prepare(
    [
      libraryEntry('failed', { failure: 'It is damaged.', snapshotSha256: null }),
      libraryEntry('unreadable', { readStamp: null, snapshotSha256: null }),
      libraryEntry('stubborn'),
      libraryEntry('fine'),
    ],
    {
      run: async ({ id }) => {
        if (id === 'stubborn') throw new Error('It will not.')
      },
    },
  )
  expect(workedOn).toEqual(['stubborn', 'fine'])
  expect(events.at(-1)).toEqual({
    kind: 'finished',
    failed: [
      { taskId: 'failed', title: 'Title of failed', reason: 'It is damaged.' },
      { taskId: 'unreadable', title: 'Title of unreadable', reason: 'It is no history.' },
      { taskId: 'stubborn', title: 'Title of stubborn', reason: 'It will not.' },
    ],
  })
})

it('ends at once when it is asked to stop', async () => {
  const controller = new AbortController()
  const preparing = prepare([libraryEntry('first'), libraryEntry('second')], {
    signal: controller.signal,
    run: async (_version, signal) => {
      controller.abort(new Error('enough'))
      signal.throwIfAborted()
    },
  })
  await expect(preparing).rejects.toThrow('enough')
})

it('comes back at the end to a task that another Dewpoint works on, which may have done it by then', async () => {
  const done: string[] = []
  const run = async ({ id }: TaskVersion): Promise<void> => {
    if (id === 'b') done.push('a')
  }
  const entries = [libraryEntry('a'), libraryEntry('b'), libraryEntry('c')]
  const { events, workedOn } = await prepare(entries, { elsewhere: ['a', 'c'], done, run })
  expect(workedOn).toEqual(['b', 'c'])
  expect(
    events.map((event) => (event.kind === 'progress' ? `${event.done} ${event.title.at(-1)}` : '')),
  ).toEqual(['0 a', '0 b', '1 c', '1 a', '2 c', ''])
})
