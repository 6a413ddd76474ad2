import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LibraryState } from '../../../../../shared/library/types.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import { StoreFailure } from '../../../../platform/store/store-failure.ts'
import type { ReadRequest, ReadResult } from '../task-reader.ts'
import { libraryEntry } from '../testing/library-entry.ts'
import { type BackgroundStep, StepFailure, StepPutOff } from './background-step.ts'
import { createBackgroundWork, type BackgroundWork } from './background-work.ts'

/** A task that nobody has read. */
const entry = (id: string, more: Partial<LibraryEntry> = {}): LibraryEntry =>
  libraryEntry(id, { title: id, readStamp: null, snapshotSha256: null, ...more })

let entries: Map<string, LibraryEntry>
let read: (request: ReadRequest) => ReadResult
let requests: ReadRequest[]
let worked: string[]
let surveyed: string[]
/** How many tasks were indexed when each of them was surveyed. */
let surveyedAfter: number[]
let work: BackgroundWork
/** What the step throws for the task `bad`; null where it can be done. */
let badReason: Error | null
let isIdle: () => void
let states: LibraryState[]
let steps: BackgroundStep[]
/** Tasks that another Dewpoint works on. */
let elsewhere: string[]
let claimed: string[]

const step: BackgroundStep = {
  id: 'index',
  doneAmong: async (tasks) =>
    new Set(
      tasks
        .filter(({ id, snapshotSha256 }) => {
          const isFailed = id === 'bad' && badReason !== null
          return !isFailed && worked.includes(`${id} ${snapshotSha256}`)
        })
        .map(({ id }) => id),
    ),
  run: async ({ id, snapshotSha256 }) => {
    worked.push(`${id} ${snapshotSha256}`)
    if (id === 'bad' && badReason !== null) throw badReason
  },
  forget: async () => undefined,
}
const survey: BackgroundStep = {
  id: 'survey',
  doneAmong: async (tasks) => new Set(tasks.map(({ id }) => id).filter((id) => surveyed.includes(id))),
  run: async ({ id }) => {
    surveyed.push(id)
    surveyedAfter.push(worked.length)
  },
  forget: async () => undefined,
}
const noteRead = (id: string): ReadResult => {
  entries.set(id, { ...entries.get(id)!, readStamp: '1', snapshotSha256: `${id}-1` })
  return { kind: 'read', taskId: id, subagentIds: [] }
}
beforeEach(() => {
  entries = new Map()
  requests = []
  worked = []
  surveyed = []
  surveyedAfter = []
  states = []
  steps = [step, survey]
  elsewhere = []
  claimed = []
  badReason = new Error('Cannot be indexed.')
  isIdle = () => undefined
  read = ({ input }) => noteRead(input.kind === 'path' ? input.path.slice('/tasks/'.length) : '')
  work = createBackgroundWork({
    store: {
      claims: {
        take: async (claim) => {
          const isTaken = elsewhere.some((id) => claim.endsWith(id))
          if (!isTaken) claimed.push(claim)
          return !isTaken
        },
        leave: async (claim) => void claimed.splice(claimed.indexOf(claim), 1),
      },
      // The other methods are not called.
      library: {
        entries: async () => [...entries.values()],
        entry: async (id: string) => entries.get(id) ?? null,
        failed: async (id: string, stamp: string, failure: string) => {
          entries.set(id, { ...entries.get(id)!, stamp, failure })
        },
      } as never,
    },
    reader: {
      read: async (request) => {
        requests.push(request)
        return read(request)
      },
    },
    steps,
    retryMs: 1,
    restFactor: 10,
    onState: (state) => {
      states.push(state)
      if (state.workingOn === null) isIdle()
    },
    onChanged: () => undefined,
  })
})
afterEach(() => work.stop())

/** Works until nothing is left to do, and the condition holds. */
async function untilDone(condition: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  isIdle = () => {
    if (condition()) resolve()
  }
  work.start()
  await promise
}

describe('the background work', () => {
  it('looks again at a task that is being written, and does nothing with it meanwhile', async () => {
    entries.set('a', entry('a'))
    const settle = read
    read = (request) => (requests.length < 3 ? { kind: 'unsettled' } : settle(request))
    await untilDone(() => worked.length > 0)
    expect(requests.map(({ isPatient }) => isPatient)).toEqual([true, true, true])
    expect(worked).toEqual(['a a-1'])
  })

  it('takes a task as it is that is half written whenever it is looked at', async () => {
    entries.set('a', entry('a'))
    const settle = read
    read = (request) => (request.isPatient ? { kind: 'unsettled' } : settle(request))
    await untilDone(() => worked.length > 0)
    expect(requests).toHaveLength(11)
  })

  it('goes on with the others while one is being written', async () => {
    entries.set('a', entry('a', { lastActivityTs: 9 }))
    entries.set('b', entry('b'))
    const settle = read
    read = (request) =>
      request.input.kind === 'path' && request.input.path === '/tasks/a' && !worked.includes('b b-1')
        ? { kind: 'unsettled' }
        : settle(request)
    await untilDone(() => worked.length === 2)
    expect(worked).toEqual(['b b-1', 'a a-1'])
  })

  it('does not read a task again at once that grows and takes long to read, and does what is left for it', async () => {
    entries.set('a', entry('a', { lastActivityTs: 9 }))
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100_000))
    await untilDone(() => worked.length === 1)
    entries.set('a', { ...entries.get('a')!, stamp: '2' })
    entries.set('b', entry('b'))
    work.refresh()
    await untilDone(() => worked.length === 2)
    expect(requests.map(({ input }) => input)).toMatchObject([{ path: '/tasks/a' }, { path: '/tasks/b' }])
    clock.mockRestore()
  })

  it('passes over a task that a step fails for, until the task changes', async () => {
    entries.set('bad', entry('bad', { lastActivityTs: 9 }))
    entries.set('good', entry('good'))
    await untilDone(() => worked.length >= 2)
    work.refresh()
    entries.set('bad', { ...entries.get('bad')!, snapshotSha256: 'bad-2' })
    await untilDone(() => worked.length >= 3)
    expect(worked).toEqual(['bad bad-1', 'good good-1', 'bad bad-2'])
  })

  it('says why a step could not be done, and does it again when it is asked to', async () => {
    entries.set('bad', entry('bad'))
    await untilDone(() => worked.length >= 1)
    expect(states.at(-1)).toMatchObject({
      passedOver: { index: 1, survey: 0, measure: 0 },
      troubles: [
        { step: 'index', taskId: 'bad', message: 'Cannot be indexed.', where: '/tasks/bad', hint: /\w/ },
      ].map(({ hint, ...trouble }) => ({ ...trouble, hint: expect.stringMatching(hint) })),
    })
    badReason = null
    const done = untilDone(() => states.at(-1)?.indexed === 1)
    work.tryAgain()
    await done
    expect(states.at(-1)).toMatchObject({
      passedOver: { index: 0, survey: 0, measure: 0 },
      troubles: [],
      indexed: 1,
    })
  })

  it('does a step again that was put off, and counts it neither as done nor as failed', async () => {
    let isPaused = false
    let tries = 0
    const measured: string[] = []
    steps.splice(0, steps.length, {
      id: 'measure',
      isPaused: async () => isPaused,
      doneAmong: async () => new Set(measured),
      run: async ({ id }) => {
        tries += 1
        if (tries === 1) {
          isPaused = true
          work.refresh()
          throw new StepPutOff()
        }
        measured.push(id)
      },
      forget: async () => undefined,
    })
    entries.set('t', entry('t', { snapshotSha256: 's', readStamp: '1' }))
    work.start()
    await expect.poll(() => states.at(-1)).toMatchObject({ isPaused: true, workingOn: null })
    expect([tries, states.at(-1)?.passedOver.measure]).toEqual([1, 0])
    isPaused = false
    work.refresh()
    await expect.poll(() => measured).toEqual(['t'])
  })

  it('goes on with the other steps where one cannot be done at all, and says why', async () => {
    const details = { message: 'The index cannot be opened', where: '/data/search', hint: 'Delete it.' }
    const broken: BackgroundStep = {
      ...step,
      doneAmong: async () => Promise.reject(new StepFailure(details)),
    }
    steps.splice(0, 1, broken)
    entries.set('a', entry('a'))
    await untilDone(() => surveyed.includes('a'))
    expect(states.at(-1)).toMatchObject({
      stalled: null,
      surveyed: 1,
      passedOver: { index: 1, survey: 0, measure: 0 },
      troubles: [{ ...details, step: 'index', taskId: 'a' }],
    })
  })

  it('waits where the whole database cannot be written, says why, and goes on by itself', async () => {
    const details = {
      code: 'disk-full',
      message: 'The disk is full',
      where: '/data',
      hint: 'Make room.',
    } as const
    badReason = new StoreFailure(details)
    entries.set('bad', entry('bad'))
    const { message, where, hint } = details
    await untilDone(() => states.some(({ stalled }) => stalled !== null))
    expect(states.find(({ stalled }) => stalled !== null)?.stalled).toEqual({ message, where, hint })
    expect(worked.length).toBeGreaterThanOrEqual(3)
    badReason = null
    await untilDone(() => states.at(-1)?.indexed === 1)
    expect(states.at(-1)).toMatchObject({ stalled: null, passedOver: { index: 0, survey: 0, measure: 0 } })
  })

  it('reads a task again that was read while the database could not be written', async () => {
    entries.set('a', entry('a'))
    const failure = new StoreFailure({ code: 'locked', message: 'Locked', where: '/data', hint: 'Wait.' })
    read = () => {
      if (requests.length === 1) throw failure
      return noteRead('a')
    }
    await untilDone(() => surveyed.includes('a'))
    expect(requests).toHaveLength(2)
    expect(entries.get('a')?.failure).toBeNull()
  })

  it('leaves a task alone that another Dewpoint works on, and finds it done then', async () => {
    entries.set('a', entry('a', { lastActivityTs: 9 }))
    entries.set('b', entry('b'))
    elsewhere = ['a']
    await untilDone(() => worked.includes('b b-1') && surveyed.includes('b'))
    expect(requests.map(({ input }) => input)).toEqual([{ kind: 'path', path: '/tasks/b' }])
    noteRead('a')
    worked.push('a a-1')
    surveyed.push('a')
    elsewhere = []
    await untilDone(() => states.at(-1)?.surveyed === 2)
    expect(requests).toHaveLength(1)
    expect(worked).toEqual(['b b-1', 'a a-1'])
    expect(claimed).toEqual([])
  })

  it('notes why a task cannot be read that ends the thread which reads it', async () => {
    entries.set('a', entry('a'))
    read = () => {
      throw new Error('The thread ran out of memory')
    }
    await untilDone(() => entries.get('a')?.failure !== null)
    expect(entries.get('a')?.failure).toContain('ran out of memory')
    expect(requests).toHaveLength(1)
  })

  it('reads no task that was forgotten', async () => {
    entries.set('a', entry('a', { forgottenStamp: '1' }))
    await untilDone(() => true)
    expect(requests).toEqual([])
  })
})
