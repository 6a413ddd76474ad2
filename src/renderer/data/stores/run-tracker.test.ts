import { describe, expect, it } from 'vitest'
import type { RunEvent, RunSummary } from '../../../shared/condense/run-types.ts'
import type { Client } from '../connection/client.ts'
import { createRunTracker } from './run-tracker.ts'

const run = (id: string, status: RunSummary['status'] = 'running'): RunSummary => ({
  id,
  taskId: 't',
  taskTitle: 'T',
  providerId: 'p',
  presetId: null,
  settings: {},
  targetTokens: null,
  model: null,
  prompt: null,
  isAutomatic: false,
  status,
  startedTs: 0,
  finishedTs: null,
  outcome: null,
})

/** A client whose only method watches, with the given events. */
function clientThatWatches(watch: () => AsyncIterable<RunEvent>): Client {
  // The tracker uses no other method.
  return { runs: { watch: () => Promise.resolve(watch()) } } as unknown as Client
}

async function* twoSteps(): AsyncIterable<RunEvent> {
  yield { kind: 'progress', progress: { stage: 'a', label: 'A', done: 1, total: 2 } }
  yield { kind: 'finished', run: run('r', 'condensed') }
}

describe('following runs', () => {
  it('lists a run while it works, with its progress, and reports when it ends', async () => {
    const tracker = createRunTracker(clientThatWatches(twoSteps), () => undefined)
    const seen: string[] = []
    const finished: string[] = []
    tracker.subscribe(() =>
      seen.push(
        tracker
          .snapshot()
          .map((entry) => entry.progress?.label ?? '-')
          .join(),
      ),
    )
    tracker.onFinished((end) => finished.push(end.status))
    expect((await tracker.track(run('r'))).status).toBe('condensed')
    expect(seen).toEqual(['-', 'A', ''])
    expect(finished).toEqual(['condensed'])
  })

  it('gathers what models say and spend: a new answer follows, a broken one gives way to the next try', async () => {
    const spending = { costUsd: 0.01, modelCalls: 1, inputTokens: 100, outputTokens: 5 }
    const events: readonly RunEvent[] = [
      { kind: 'answer-started', label: 'First' },
      { kind: 'text', text: 'one ' },
      { kind: 'text', text: 'two' },
      { kind: 'answer-started', label: 'Second' },
      { kind: 'text', text: 'broken' },
      { kind: 'answer-voided' },
      { kind: 'answer-started', label: 'Second' },
      { kind: 'text', text: 'whole' },
      { kind: 'answer-voided' },
      { kind: 'text', text: 'at last' },
      { kind: 'spending', spending },
    ]
    async function* speaking(): AsyncIterable<RunEvent> {
      yield* events
      yield { kind: 'finished', run: run('r', 'condensed') }
    }
    const tracker = createRunTracker(clientThatWatches(speaking), () => undefined)
    const seen: string[] = []
    let spent: unknown = null
    tracker.subscribe(() => {
      const entry = tracker.snapshot()[0]
      if (entry === undefined) return
      seen.push(entry.answers.map(({ label, text }) => `${label}: ${text}`).join(' | '))
      spent = entry.spending
    })
    await tracker.track(run('r'))
    expect(seen).toContain('First: one two | Second: broken')
    expect(seen).toContain('First: one two | Second: whole')
    expect(seen.at(-1)).toBe('First: one two | Second: at last')
    expect(spent).toEqual(spending)
  })

  it('watches a run once, however many ask', async () => {
    let watches = 0
    const client = clientThatWatches(() => {
      watches++
      return twoSteps()
    })
    const tracker = createRunTracker(client, () => undefined)
    await Promise.all([tracker.track(run('r')), tracker.track(run('r'))])
    expect(watches).toBe(1)
  })

  it('keeps a run that cannot be watched in sight until it is dismissed, and reads the lists again', async () => {
    let refreshed = 0
    const client = clientThatWatches(() => {
      throw new TypeError('network down')
    })
    const tracker = createRunTracker(client, () => refreshed++)
    await expect(tracker.track(run('r'))).rejects.toThrow('network down')
    expect(tracker.snapshot()[0]?.problem?.code).toBe('unreachable')
    tracker.dismiss('r')
    expect(tracker.snapshot()).toEqual([])
    expect(refreshed).toBe(1)
  })
})
