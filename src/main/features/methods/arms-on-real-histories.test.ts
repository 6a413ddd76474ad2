import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { toToolResultBlock, toToolUseBlock, listBlocks } from '../../kernel/history/blocks.ts'
import { checkHistory } from '../../kernel/history/invariants/check-history.ts'
import { briefly, modelBy } from '../../kernel/testing/model-by.ts'
import { hasRealHistories } from '../../kernel/testing/real-histories.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { selectTestShare } from '../../kernel/testing/shares.ts'
import { unsoundOutcome } from '../../kernel/testing/unsound-places.ts'
import { arms } from '../../methods/arms.ts'
import { findMethod } from '../../methods/methods.ts'
import type { Outcome } from '../../methods/run-method.ts'
import { historiesInTurn } from '../../testing/histories-of-agents.ts'

type Arm = (typeof arms)[number]

/** Runs an arm anew. Ids and times are the same in each run. */
function run(arm: Arm, conversation: Conversation): Promise<Outcome> {
  const provider = findMethod(arm.providerId)!
  const settings = provider.presets.find(({ id }) => id === arm.presetId)?.settings ?? {}
  let ids = 0
  const services = { newId: () => `id-${(ids += 1)}` }
  const model = modelBy((request) => briefly(request))
  return runWith({ provider, settings, conversation }, model, { services })
}

/** What says something about a history and nothing about the arm. */
const refusals = ['context-grew', 'not-enough-messages', 'condensed-recently']

type Run = { readonly path: string; readonly source: Conversation; readonly outcome: Outcome }

/** What an agent did is measured where it condensed. */
const running = arms.filter(({ id }) => id !== recordedMethodId)

describe.skipIf(!hasRealHistories).each(running.map((arm, turn) => ({ ...arm, turn })))(
  'the arm $id',
  (arm) => {
    /** One run for all that holds of it: each arm meets one history of every agent, each history many arms. */
    let runs: readonly Run[] = []
    beforeAll(async () => {
      const made: Run[] = []
      for (const [path, source] of await historiesInTurn(arm.turn))
        made.push({ path, source, outcome: await run(arm, source) })
      runs = made
    })
    afterAll(() => {
      runs = []
    })

    it('gives a valid history with a true record for every agent, or says why there is none', () => {
      const faults = runs.flatMap(({ path, source, outcome }) => {
        const { error } = outcome.summary
        const isRefused = error !== null && !refusals.includes(error.code)
        return [
          ...(isRefused ? [`${path}: ${error.code} ${error.message}`] : []),
          ...unsoundOutcome(source, outcome).map((fault) => `${path}: ${fault}`),
        ]
      })
      expect(faults).toEqual([])
      expect(runs.length).toBeGreaterThan(10)
    })

    it('gives the same bytes twice', async () => {
      for (const { path, source, outcome } of selectTestShare(runs, arm.turn, 5))
        expect([path, serialiseOutcome(await run(arm, source))]).toEqual([path, serialiseOutcome(outcome)])
    })

    it('tears no call from its result', () => {
      for (const { path, source, outcome } of runs) {
        const before = new Set(findTornCalls(source.messages))
        const after = findTornCalls(outcome.condensed?.conversation.messages ?? [])
        expect([path, after.filter((one) => !before.has(one))]).toEqual([path, []])
      }
    })

    it('breaks no rule that its source keeps', () => {
      for (const { path, source, outcome } of runs) {
        if (checkHistory(source.messages).length > 0) continue
        expect([path, checkHistory(outcome.condensed?.conversation.messages ?? [])]).toEqual([path, []])
      }
    })
  },
)

function serialiseOutcome({ condensed, summary }: Outcome): string {
  return JSON.stringify([condensed?.conversation.messages, condensed?.provenance, summary.error])
}

/** Ids of calls without a result and of results without a call, the last message apart. */
function findTornCalls(messages: readonly Message[]): string[] {
  const calls = new Set(
    messages
      .slice(0, -1)
      .flatMap((message) => listBlocks(message).flatMap((block) => toToolUseBlock(block)?.id ?? [])),
  )
  const all = new Set(
    messages.flatMap((message) => listBlocks(message).flatMap((block) => toToolUseBlock(block)?.id ?? [])),
  )
  const results = new Set(
    messages.flatMap((message) =>
      listBlocks(message).flatMap((block) => toToolResultBlock(block)?.tool_use_id ?? []),
    ),
  )
  return [...[...calls].filter((id) => !results.has(id)), ...[...results].filter((id) => !all.has(id))]
}
