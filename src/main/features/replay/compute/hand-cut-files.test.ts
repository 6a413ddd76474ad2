import { describe, expect, it } from 'vitest'
import { importTask } from '../../../agents/import-task.ts'
import { hasRealHistories, realTaskPaths } from '../../../kernel/testing/real-histories.ts'
import { sharedCounter } from '../../../kernel/testing/shared-counter.ts'
import { selectTestShare } from '../../../kernel/testing/shares.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import { handCutKinds, handCutTask, type HandCutKind } from '../../../record/testing/hand-cut-task.ts'
import { madeUpHistory } from '../../../record/testing/made-up-history.ts'
import { truncatedTask } from '../../../record/testing/truncated-task.ts'
import { compareTask, prepareOnBoth, prepareTask } from './testing/prepare-example.ts'
import { examplePrices } from './testing/replay-example.ts'

const counter = await sharedCounter()
const known = [{ modelId: 'example', prices: examplePrices }]
const prepare = (task: RecordedTask) => prepareTask(task, { known, counter, basis: 'record' })

/** Tasks whose usage is in a file of its own. */
const rooPaths = realTaskPaths().filter((path) => !path.endsWith('.json'))

/** So far a played prefix may lie from that of the same request in the task that nobody cut. */
const mostShare = 0.2
/** Where cuts are made, as shares of the history. */
const places = [0.1, 0.25, 0.4, 0.5, 0.6, 0.8]
const holeShares = [0.05, 0.3]

/** The requests of cut tasks whose prefix is not that of the intact task, and how many were played. */
function cutEverywhere(
  task: RecordedTask,
  kind: HandCutKind,
): { readonly wrong: readonly string[]; readonly played: number } {
  const own = new Map(prepare(task).steps.map(({ request, prefix }) => [request, prefix.tokens]))
  const { length } = task.messages
  const wrong: string[] = []
  let played = 0
  for (const place of places)
    for (const holeShare of kind === 'hole' ? holeShares : [0])
      // Pairs of question and answer, and the other way round.
      for (const shift of [0, 1]) {
        const from = 2 * Math.floor((place * length) / 2) + shift
        const cut = handCutTask(task, kind, { from, holeLength: Math.ceil(holeShare * length) })
        for (const [basis, { steps }] of Object.entries(prepareOnBoth(cut, { known, counter })))
          for (const { request, prefix } of steps) {
            played += 1
            const tokens = own.get(request) ?? 0
            if (Math.abs(prefix.tokens - tokens) > mostShare * tokens)
              wrong.push(`${basis}, cut at ${from}, request ${request}: ${prefix.tokens} for ${tokens}`)
          }
      }
  return { wrong, played }
}

describe.skipIf(!hasRealHistories).each(handCutKinds.map((kind, turn) => [kind, turn] as const))(
  'a history that was cut by hand (%s)',
  (kind, turn) => {
    it.each(selectTestShare(rooPaths, turn, handCutKinds.length))(
      'has the prefixes of the whole one in every request that is played: %s',
      async (path) => {
        const task = await importTask(path)
        expect(cutEverywhere(task, kind).wrong).toEqual([])
      },
    )
  },
)

describe.each(handCutKinds)('a made-up history that was cut by hand (%s)', (kind) => {
  it.each([{ code: 13_400 }, { code: 34_000, orchestrator: 7000 }, { orchestrator: 7000, code: 34_000 }])(
    'has the prefixes of the whole one in every request that is played: %j',
    (prefixes) => {
      const source = madeUpHistory(11, counter, prefixes)
      const { task } = truncatedTask(source.history, { ...source, kind: 'deletes', limitTokens: Infinity })
      const { wrong, played } = cutEverywhere(task, kind)
      expect(wrong).toEqual([])
      // What stands before a hole is played all the same.
      expect(played > 0).toBe(kind === 'hole' || kind === 'second-third')
    },
  )
})

describe.skipIf(!hasRealHistories)('a history that was cut by hand where its mode had changed', () => {
  it('names what it leaves out, with its share of the money', async () => {
    const path = realTaskPaths().find((one) => one.includes('bc93a6f7')) ?? ''
    const task = await importTask(path)
    const cut = handCutTask(task, 'rest', { from: 40, holeLength: 0 })
    const record = compareTask(cut, { known, counter })
    expect(record.comparedRequests).toBe(0)
    expect(record.notReconstructable?.requests).toBe(30)
    expect(record.notReconstructable?.percent).toBeCloseTo(100, 6)
  })

  it('plays what stood before a hole', async () => {
    const path = realTaskPaths().find((one) => one.includes('bc93a6f7')) ?? ''
    const cut = handCutTask(await importTask(path), 'hole', { from: 40, holeLength: 10 })
    const { steps } = prepare(cut)
    expect(steps.map(({ request }) => request)).toEqual(Array.from({ length: 19 }, (_, at) => at))
  })
})
