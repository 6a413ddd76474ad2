import { describe, expect, it } from 'vitest'
import { findMessageTime } from '../../shared/kernel/message.ts'
import { readChatRecord } from '../agents/roo/recorded-usage.ts'
import { listSentMessages } from '../features/replay/compute/collect-sent-messages.ts'
import {
  deleted,
  computeRequestStart,
  study,
  tagged,
} from '../features/replay/compute/testing/condensed-example.ts'
import { exampleTask } from '../features/replay/compute/testing/replay-example.ts'
import type { RecordedTask } from './recorded-task.ts'

/** The task as its files have it if the clock was set back at `fromTs` by so much; 0 leaves it as it is. */
function withClock({ messages, usage }: RecordedTask, fromTs: number, byMs: number): RecordedTask {
  const setBack = <T extends number | null | undefined>(ts: T): T | number =>
    typeof ts === 'number' && ts >= fromTs ? ts - byMs : ts
  const requests = usage.requests.map(({ ts, costUsd, modelId, ...figures }) => ({
    ts: ts ?? 0,
    say: 'api_req_started',
    text: JSON.stringify({ ...figures, cost: costUsd }),
    modelInfo: { modelId },
  }))
  const condensations = usage.condensations.map(({ ts, tokensBefore, condenseId, costUsd }) => ({
    ts: ts ?? 0,
    say: 'condense_context',
    contextCondense: { prevContextTokens: tokensBefore, condenseId, cost: costUsd },
  }))
  const lines = [...requests, ...condensations].toSorted((a, b) => a.ts - b.ts)
  const stored = messages.map((message) => ({ ...message, ts: setBack(message.ts) }))
  const record = readChatRecord(
    lines.map((line) => ({ ...line, ts: setBack(line.ts) })),
    stored.map(findMessageTime),
  )
  return { messages: stored, usage: record.usage, hiddenRange: null }
}

/** What a replay knows of each request, times left out. */
function known(task: RecordedTask) {
  const { task: prepared, run, sizes } = study(task)
  const firings = run.condensations
  return {
    steps: prepared.steps.map(({ request, recorded, usage, costUsd, ownCondensations }) => ({
      request,
      recorded: listSentMessages(recorded).map(({ content }) => content),
      usage,
      costUsd,
      ownCondensations: ownCondensations.map(({ change, ...own }) => ({
        ...own,
        change:
          typeof change === 'string'
            ? change
            : [change.source, change.result].map((history) => history.map(({ content }) => content)),
      })),
    })),
    unmatched: prepared.unmatched,
    firings,
    sizes,
  }
}

const condensation = { ts: computeRequestStart(3) + 1000, tokensBefore: 9000, costUsd: 0.01 }
const tasks: readonly (readonly [string, RecordedTask])[] = [
  ['that never condensed', exampleTask(6)],
  ['of current Roo', tagged(condensation)],
  ['of classic Roo', deleted(condensation)],
]

describe.each(tasks)('a task %s whose clock was set back', (_name, task) => {
  it.each([
    ['by a day before request 2', 2, 86_400],
    ['by an hour before request 4', 4, 3600],
    ['by 25 seconds before request 4', 4, 25],
    ['by an hour before the last request', 5, 3600],
  ])('%s is played as if it never had been', (_when, request, seconds) => {
    const changed = withClock(task, computeRequestStart(request), seconds * 1000)
    expect(changed.usage.clockSteps).toHaveLength(1)
    expect(known(changed)).toEqual(known(withClock(task, 0, 0)))
  })
})

describe.each(tasks.slice(0, 2))('a task %s whose files were written by two clocks', (_name, task) => {
  it.each([
    ['8 seconds behind', -8000],
    ['an hour behind', -3_600_000],
    ['8 seconds ahead', 8000],
  ])('that of the history %s is played as if it were one', (_when, apart) => {
    const messages = task.messages.map((message) =>
      message.ts == null ? message : { ...message, ts: message.ts + apart },
    )
    expect(known({ ...task, messages })).toEqual(known(task))
  })
})
