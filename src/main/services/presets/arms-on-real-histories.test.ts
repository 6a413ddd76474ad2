import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import { arms } from '../../engine/arms.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { asToolResult, asToolUse, blocksOf } from '../../engine/history/blocks.ts'
import { checkHistory } from '../../engine/history/invariants/check-history.ts'
import { composedProvider } from '../../engine/providers/composed/composed.ts'
import { findProvider } from '../../engine/registry.ts'
import { briefly, modelBy } from '../../engine/testing/model-by.ts'
import { hasRealHistories } from '../../engine/testing/real-histories.ts'
import { runOn } from '../../engine/testing/run-on.ts'
import { unsoundOutcome } from '../../engine/testing/unsound-places.ts'
import { historiesOfAgents } from '../testing/histories-of-agents.ts'

let histories: ReadonlyMap<string, Conversation> = new Map()
beforeAll(async () => {
  histories = await historiesOfAgents()
}, 300_000)

const run = (arm: (typeof arms)[number], source: Conversation) => {
  const provider = findProvider(arm.providerId)!
  const settings = provider.presets.find(({ id }) => id === arm.presetId)?.settings ?? {}
  return runOn(
    provider,
    settings,
    source,
    null,
    modelBy((request) => briefly(request)),
  )
}

/** What says something about a history and nothing about the arm. */
const refusals = ['context-grew', 'not-enough-messages', 'condensed-recently']

describe.skipIf(!hasRealHistories).each(arms)('the arm $id', (arm) => {
  it('gives a valid history with a true record for every agent, or says why there is none', async () => {
    const faults: string[] = []
    for (const [path, source] of histories) {
      const outcome = await run(arm, source)
      const { error } = outcome.summary
      if (error !== null && !refusals.includes(error.code))
        faults.push(`${path}: ${error.code} ${error.message}`)
      faults.push(...unsoundOutcome(source, outcome).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  it('gives the same bytes twice', async () => {
    for (const source of histories.values()) {
      // Marks of hidden messages have ids of their own.
      const [first, second] = [await run(arm, source), await run(arm, source)]
      const bytes = ({ condensed }: typeof first) =>
        condensed === null || arm.providerId !== 'composed'
          ? null
          : JSON.stringify([condensed.conversation.messages, condensed.provenance])
      expect(bytes(second)).toBe(bytes(first))
    }
  })
})

describe.skipIf(!hasRealHistories).each(composedProvider.presets)('the preset $id', ({ id }) => {
  it('tears no call from its result', async () => {
    const arm = arms.find((one) => one.id === id)!
    for (const [path, source] of histories) {
      const { condensed } = await run(arm, source)
      if (condensed === null) continue
      const before = new Set(tornIn(source.messages))
      expect([path, tornIn(condensed.conversation.messages).filter((one) => !before.has(one))]).toEqual([
        path,
        [],
      ])
    }
  })

  it('breaks no rule that its source keeps', async () => {
    const arm = arms.find((one) => one.id === id)!
    for (const [path, source] of histories) {
      const { condensed } = await run(arm, source)
      if (condensed === null || checkHistory(source.messages).length > 0) continue
      expect([path, checkHistory(condensed.conversation.messages)]).toEqual([path, []])
    }
  })
})

/** Ids of calls without a result and of results without a call, the last message apart. */
function tornIn(messages: readonly Message[]): string[] {
  const calls = new Set(
    messages
      .slice(0, -1)
      .flatMap((message) => blocksOf(message).flatMap((block) => asToolUse(block)?.id ?? [])),
  )
  const all = new Set(
    messages.flatMap((message) => blocksOf(message).flatMap((block) => asToolUse(block)?.id ?? [])),
  )
  const results = new Set(
    messages.flatMap((message) =>
      blocksOf(message).flatMap((block) => asToolResult(block)?.tool_use_id ?? []),
    ),
  )
  return [...[...calls].filter((id) => !results.has(id)), ...[...results].filter((id) => !all.has(id))]
}
