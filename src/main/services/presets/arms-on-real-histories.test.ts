import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import { deepFreeze } from '../../../shared/lib/json-values.ts'
import { arms } from '../../engine/arms.ts'
import { createConversation, type Conversation } from '../../engine/conversation.ts'
import { asToolResult, asToolUse, blocksOf } from '../../engine/history/blocks.ts'
import { effectiveHistory } from '../../engine/history/effective-history.ts'
import { checkHistory } from '../../engine/history/invariants/check-history.ts'
import { composedProvider } from '../../engine/providers/composed/composed.ts'
import { findProvider } from '../../engine/registry.ts'
import { call, modelBy } from '../../engine/testing/model-by.ts'
import { roughCounter, runOn } from '../../engine/testing/run-on.ts'
import { unsoundOutcome } from '../../engine/testing/unsound-places.ts'
import { findTasks } from '../../importers/find-tasks.ts'
import { importTask } from '../../importers/import-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data')
const isPresent = existsSync(data)

/** Agents whose histories lie in the folder: a few of each are taken, the longest first. */
const perAgent = 3
const histories = new Map<string, Conversation>()

beforeAll(async () => {
  if (!isPresent) return
  const { paths } = await findTasks(data)
  const found: {
    readonly agent: string | null
    readonly path: string
    readonly messages: readonly Message[]
  }[] = []
  for (const path of paths) {
    try {
      const { agent, messages, hiddenRange, contexts } = await importTask(path)
      found.push({ agent, path, messages: effectiveHistory(messages, hiddenRange, contexts).messages })
    } catch {
      // Files without a message are another test's.
    }
  }
  for (const own of Map.groupBy(found, ({ agent }) => agent).values()) {
    const longest = own.toSorted((a, b) => b.messages.length - a.messages.length).slice(0, perAgent)
    for (const { path, messages } of longest)
      histories.set(path, deepFreeze(createConversation(deepFreeze(messages), roughCounter)))
  }
}, 300_000)

const run = (arm: (typeof arms)[number], source: Conversation) => {
  const provider = findProvider(arm.providerId)!
  const settings = provider.presets.find(({ id }) => id === arm.presetId)?.settings ?? {}
  return runOn(
    provider,
    settings,
    source,
    null,
    modelBy(() => call('In short.')),
  )
}

/** What says something about a history and nothing about the arm. */
const refusals = ['context-grew', 'not-enough-messages', 'condensed-recently']

describe.skipIf(!isPresent).each(arms)('the arm $id', (arm) => {
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

describe.skipIf(!isPresent).each(composedProvider.presets)('the preset $id', ({ id }) => {
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
