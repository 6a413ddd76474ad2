import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { withNoteText, withPolicyText } from '../../../../shared/replay/words.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import { listSentMessages } from './collect-sent-messages.ts'
import { neverPolicy, replayPolicy } from './replay-policy.ts'
import { buildJudgingNotes, replayRecorded } from './replay-recorded.ts'
import { condensedByHand, deleted, computeRequestStart } from './testing/condensed-example.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { exampleTask, makeUniqueMessage, recordedTask } from './testing/replay-example.ts'

const signal = new AbortController().signal
const play = (task: RecordedTask) => withPolicyText(replayRecorded(prepareExample(task)))

describe('a condensation of the agent itself', () => {
  it('has the cost that was recorded without the id of its summary', () => {
    const { messages, usage } = condensedByHand(0.004)
    const condensations = usage.condensations.map(({ condenseId: _id, ...record }) => record)
    expect(play({ messages, usage: { ...usage, condensations }, hiddenRange: null }).firings).toMatchObject([
      { costUsd: 0.004 },
    ])
  })

  it('has the break-even of the calculation by hand, as that of a policy does', () => {
    const recorded = play(condensedByHand(0.004))
    expect(recorded.firings).toEqual([
      { request: 3, before: 9000, after: 3500, costUsd: 0.004, paysBackAfter: 4 },
    ])
    expect(recorded.costUsd).toBeCloseTo(0.077125, 10)
  })

  it('has no known break-even where its cost was not recorded, which is said', () => {
    const { firings, costUsd } = play(condensedByHand(undefined))
    expect(firings).toMatchObject([{ before: 9000, after: 3500, costUsd: null, paysBackAfter: null }])
    expect(costUsd).toBeCloseTo(0.073125, 10)
    expect(buildJudgingNotes(firings).map(withNoteText)).toMatchObject([
      { request: 3, text: expect.stringContaining('No cost of this condensation is recorded') },
    ])
  })

  it('is measured with what it hid, what stood for that, and what came after', () => {
    const task = prepareExample(condensedByHand(0.004))
    const seen: unknown[] = []
    const { firings, quality } = replayRecorded(task, {
      measure: ({ source, condensed, continuation }) => {
        seen.push(
          source.messages.length,
          condensed.messages.length,
          condensed.provenance,
          continuation?.messages.length,
        )
        return { reduction: 50 }
      },
    })
    const sources = [[0, 1, 2, 3, 4, 5], [6]].map((own) => ({ sources: own, changes: [] }))
    expect(seen).toEqual([7, 2, { messages: sources, dropped: [] }, 9])
    expect(firings[0]?.quality).toEqual({ reduction: 50 })
    expect(quality).toEqual({ reduction: 50 })
  })

  it('is not judged where its summary is gone, or what it condensed', () => {
    const { messages, usage, hiddenRange } = condensedByHand(0.004)
    const rewound = messages.filter(({ isSummary }) => isSummary !== true)
    // Without the summary, the agent sends all that it stood for.
    const { requests } = exampleTask().usage
    const [gone] = play({ messages: rewound, usage: { ...usage, requests }, hiddenRange }).firings
    expect(gone).toMatchObject({ costUsd: 0.004, paysBackAfter: null })
    expect(gone?.unjudged).toContain('no longer in the file')
    const left = messages.filter(({ condenseParent }) => condenseParent !== 'c')
    const { firings } = play({ messages: left, usage, hiddenRange })
    expect(firings[0]?.unjudged).toContain('deleted what it condensed')
    expect(buildJudgingNotes(firings)).toHaveLength(firings.length)
  })

  it('that cannot be played has nothing to be judged by', () => {
    expect(
      play(deleted({ ts: computeRequestStart(3) + 1, tokensBefore: 9000, costUsd: 0.004 })).firings,
    ).toEqual([])
  })
})

type Deed = 'nothing' | 'condense' | 'truncate' | 'both'

/** A task of current Roo that does these things, one before each of its requests. */
function makeTask(deeds: readonly Deed[]): RecordedTask {
  const { messages, usage } = recordedTask(deeds.map((_, index) => 100 + index))
  const file: Message[] = []
  const condensations: { ts: number; condenseId: string; costUsd: number }[] = []
  const truncations: { ts: number; truncationId: string }[] = []
  deeds.forEach((deed, at) => {
    const [question, answer] = messages.slice(2 * at, 2 * at + 2)
    if (question === undefined || answer === undefined) return
    const ts = (question.ts ?? 0) + 1
    file.push(question)
    if (deed === 'condense' || deed === 'both') {
      const condenseId = `c${at}`
      file.forEach((message, index) => {
        file[index] = { condenseParent: condenseId, ...message }
      })
      file.push({ ...makeUniqueMessage('user', 20, `summary ${at}`, ts), isSummary: true, condenseId })
      condensations.push({ ts, condenseId, costUsd: 0.001 })
    }
    if (deed === 'truncate' || deed === 'both') {
      const truncationId = `t${at}`
      const { fileIndices } = buildEffectiveHistory(file)
      const hidden = fileIndices.slice(1, 1 + Math.floor(fileIndices.length / 2))
      for (const index of hidden) file[index] = { truncationParent: truncationId, ...file[index]! }
      const marker = {
        ...makeUniqueMessage('user', 10, `marker ${at}`, ts + 1),
        isTruncationMarker: true,
        truncationId,
      }
      file.splice((hidden.at(-1) ?? 0) + 1, 0, marker)
      truncations.push({ ts: ts + 1, truncationId })
    }
    file.push(answer)
  })
  const requests = usage.requests.map(({ ts }) => ({ ts: ts ?? 0 }))
  return { messages: file, usage: { requests, condensations, truncations }, hiddenRange: null }
}

/** A task of Cline that leaves out up to so many exchanges after the first, request by request. */
function clineTask(left: readonly number[]): RecordedTask {
  const { messages, usage } = recordedTask(left.map((_, index) => 100 + index))
  let most = 0
  const requests = usage.requests.map(({ ts }, at) => {
    most = Math.max(most, Math.min(left[at] ?? 0, at - 2))
    return { ts, ...(most > 0 ? { deletedRange: [2, 1 + 2 * most] as [number, number] } : {}) }
  })
  return { messages, usage: { requests, condensations: [] }, hiddenRange: null }
}

const deed = fc.constantFrom<Deed>('nothing', 'nothing', 'nothing', 'condense', 'truncate', 'both')
const tasks = fc.oneof(
  fc.array(deed, { minLength: 1, maxLength: 16 }).map(makeTask),
  fc.array(fc.nat(12), { minLength: 1, maxLength: 16 }).map(clineTask),
)

describe('whatever the agent did itself', () => {
  it('is, with what came since, all that was sent; with all of it taken away, nothing was condensed', async () => {
    await fc.assert(
      fc.asyncProperty(tasks, async (own) => {
        const task = prepareExample(own)
        const contents = (messages: readonly Message[]) => messages.map(({ content }) => content)
        let stands: readonly Message[] = []
        let since = 0
        for (const { ownCondensations, recorded, fullCount } of task.steps) {
          stands = [...stands, ...task.full.slice(since, fullCount)]
          since = fullCount
          for (const { change } of ownCondensations) {
            if (typeof change === 'string') throw new Error(change)
            expect(contents(change.source)).toEqual(contents(stands))
            stands = change.result
          }
          expect(contents(listSentMessages(recorded))).toEqual(contents(stands))
        }
        const none = await replayPolicy(task, neverPolicy, { signal, onProgress: () => undefined })
        const steps = task.steps.map((step) => ({
          ...step,
          ownCondensations: [],
          recorded: { list: task.full, count: step.fullCount },
        }))
        expect(replayRecorded({ ...task, steps })).toEqual({ ...none, id: 'recorded' })
      }),
    )
  })

  it('is a condensation each time that more is left out, at no cost', () => {
    const { firings } = play(clineTask([0, 0, 0, 0, 1, 1, 3, 3]))
    expect(firings).toMatchObject([
      { request: 4, costUsd: 0, isTruncation: true },
      { request: 6, costUsd: 0, isTruncation: true },
    ])
  })

  it('is not judged where no request says since when it is left out', () => {
    const { messages, usage } = clineTask(Array<number>(8).fill(0))
    const { firings } = play({ messages, usage, hiddenRange: { start: 2, end: 7 } })
    expect(firings).toMatchObject([{ request: 4 }])
    expect(firings[0]?.unjudged).toContain('not from which request on')
  })
})
