import { existsSync, realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Message } from '../src/shared/domain/message.ts'
import { deepFreeze } from '../src/shared/lib/json-values.ts'
import { arms } from '../src/main/engine/arms.ts'
import { createConversation, type Conversation } from '../src/main/engine/conversation.ts'
import { lastContext } from '../src/main/engine/history/context-log.ts'
import { checkHistory } from '../src/main/engine/history/invariants/check-history.ts'
import { findProvider } from '../src/main/engine/registry.ts'
import { runProvider, type Outcome } from '../src/main/engine/manager.ts'
import type { CondensationProvider } from '../src/main/engine/provider.ts'
import { roughCounter } from '../src/main/engine/testing/run-on.ts'
import { servicesOf } from '../src/main/engine/testing/services-of.ts'
import { createExtractiveModel } from '../src/main/llm/extractive/extractive-model.ts'
import { importTask } from '../src/main/importers/import-task.ts'
import { findTasks } from '../src/main/importers/find-tasks.ts'

const data = resolve(import.meta.dirname, '../../shared/data')
const isPresent = existsSync(data)
const isWhole = process.env['DEWPOINT_ALL_HISTORIES'] === '1'

/** Sessions of each agent in an ordinary run, and the messages that they have at most; each arm takes one of each agent in turn. */
const few = { sessions: 3, messages: 400 }

/** Failures that say something about a history and nothing about the arm. */
const refusals = ['context-grew', 'not-enough-messages', 'condensed-recently']

/** What the next request of a task would send. */
async function historyOf(path: string): Promise<readonly Message[]> {
  const { messages, contexts } = await importTask(path)
  if (contexts === undefined) return messages
  return lastContext(contexts, messages.length).flatMap((index) => messages[index] ?? [])
}

const found = isPresent ? await findTasks(realpathSync(data)) : { paths: [], stores: [] }
const agentOf = (path: string): string => relative(realpathSync(data), path).split(sep)[0] ?? ''
const byAgent = Map.groupBy([...found.paths, ...found.stores], agentOf)
const chosen = [...byAgent].map(([agent, paths]) => [agent, isWhole ? paths : paths.slice(0, few.sessions)] as const)

const conversations = new Map<string, Promise<Conversation | null>>()
function conversationAt(path: string): Promise<Conversation | null> {
  const known =
    conversations.get(path) ??
    historyOf(path).then(
      (messages) => createConversation(deepFreeze([...messages]), roughCounter),
      // What no reader takes is no history: the tests of readers tell why.
      () => null,
    )
  conversations.set(path, known)
  return known
}

/** A run whose ids are the same each time. */
function run(provider: CondensationProvider, settings: unknown, conversation: Conversation): Promise<Outcome> {
  let ids = 0
  return runProvider({
    provider,
    settings,
    conversation,
    targetTokens: null,
    pins: [],
    services: servicesOf(createExtractiveModel(roughCounter), { newId: () => `id-${(ids += 1)}` }),
    alerts: { minimumGainPercent: 0, alertCostUsd: 1 },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  })
}

function bytesOf({ condensed, summary }: Outcome): string {
  return JSON.stringify([condensed?.conversation.messages, condensed?.provenance, summary.error])
}

/** Holds an arm to the laws on one history; says what became of it. */
async function obeys(armId: string, path: string): Promise<string | null> {
  const conversation = await conversationAt(path)
  if (conversation === null || (!isWhole && conversation.messages.length > few.messages)) return null
  const arm = arms.find(({ id }) => id === armId)!
  const provider = findProvider(arm.providerId)!
  const settings = provider.presets.find(({ id }) => id === arm.presetId)?.settings ?? {}
  const first = await run(provider, settings, conversation)
  const { summary, condensed } = first
  const isSame = bytesOf(first) === bytesOf(await run(provider, settings, conversation))
  expect(isSame).toBe(true)
  if (summary.error !== null && !refusals.includes(summary.error.code)) {
    // It names the rule that its result would break.
    expect(summary.error.code).toBe('invariant-broken')
    expect(summary.validity.length).toBeGreaterThan(0)
    return `${summary.validity[0]?.rule}`
  }
  const before = new Set(checkHistory(conversation.messages).map(({ rule }) => rule))
  const broken = checkHistory(condensed?.conversation.messages ?? []).filter(({ rule }) => !before.has(rule))
  expect(broken).toEqual([])
  return summary.status
}

const seen = new Map<string, number>()
afterAll(() => {
  if (isWhole) console.log([...seen].map(([kind, count]) => `${kind}: ${count}`).join(', '))
})

describe.skipIf(!isPresent).each(chosen)('the histories of %s', (_agent, paths) => {
  it.each(arms.map(({ id }, at) => [id, at] as const))(
    'are condensed by %s to what an API takes, or the rule is named, and to the same twice',
    async (id, at) => {
      const own = isWhole ? paths : paths.slice(at % paths.length, (at % paths.length) + 1)
      for (const path of own) {
        const kind = (await obeys(id, path)) ?? 'left out'
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
      }
    },
    isWhole ? 1_800_000 : 60_000,
  )
})

it.skipIf(!isPresent)('are of every agent that histories were found of', () => {
  expect(byAgent.size).toBeGreaterThan(15)
})
