import type { ContextLog } from '../../src/shared/domain/context-log.ts'
import type { Message } from '../../src/shared/domain/message.ts'
import type { Settings } from '../../src/shared/domain/provider.ts'
import { deepFreeze } from '../../src/shared/lib/json-values.ts'
import { builtInOnly } from '../../src/main/engine/condensing-prompts.ts'
import { createConversation } from '../../src/main/engine/conversation.ts'
import { indicesOf, walkContextLog } from '../../src/main/engine/history/context-log.ts'
import type { LanguageModel } from '../../src/main/engine/language-model.ts'
import { runProvider, type Outcome } from '../../src/main/engine/manager.ts'
import { composedProvider } from '../../src/main/engine/providers/composed/composed.ts'
import { findProvider } from '../../src/main/engine/registry.ts'
import type { ImportedTask } from '../../src/main/importers/imported-task.ts'
import { messageItems } from '../../src/main/importers/testing/sent-items.ts'
import type { Item } from '../../src/main/importers/testing/wire-items.ts'
import { compareRequests, itemText } from './compare-requests.ts'

/** The arm that follows an agent, with the settings that the agent was given over those of the preset. */
export type ArmOfAgent = {
  readonly id: string
  readonly settings: Settings
  /** What it leaves behind a condensation: of what is sent next, what the agent does not have yet when it condenses. */
  readonly known?: readonly KnownArmDifference[]
  /** Messages as the agent stores and measures them, where it sends them shortened; it condenses all of them again. */
  readonly storedAt?: (path: string) => readonly Message[]
}

/** A difference that is expected, with its reason: what is left of the items of either side once it is taken out. */
export type KnownArmDifference = {
  readonly reason: string
  readonly without: (items: readonly Item[], isSurroundings: (item: Item) => boolean) => readonly Item[]
}

/** Where rules and surroundings stand. */
export const movedSurroundings: KnownArmDifference = {
  reason: 'the agent puts its rules and surroundings in anew, before the last prompt',
  without: (items, isSurroundings) => items.filter((item) => !isSurroundings(item)),
}

/** What came of one condensation: the agent's next request against what the arm makes of the same history. */
export type ArmFinding = {
  /** From 1. */
  readonly condensation: number
  readonly trigger: string
  /** Items of the request, and those of them that stood in the history before. */
  readonly items: number
  readonly kept: number
  /** Known differences. */
  readonly reasons: readonly string[]
  /** The first other one, in words; null where there is none. */
  readonly unknown: string | null
}

/** Messages that differ in wording alone: one that stands for others, and any other that the agent wrote by itself. */
const summaryMark = 'the summary'
const writtenMark = 'words of its own'

/**
 * Holds an arm to each condensation of a session that a request followed. `answers` are those that the model gave to the
 * requests of each condensation, which the arm is answered as well.
 */
export async function compareArm(
  task: ImportedTask,
  sent: readonly (readonly Item[])[],
  answers: readonly (readonly string[])[],
  arm: ArmOfAgent,
): Promise<readonly ArmFinding[]> {
  const findings: ArmFinding[] = []
  for (const cut of cutsOf(task)) {
    const request = sent[cut.request]
    if (request !== undefined)
      findings.push(await compareCut(cut, request, answers[cut.condensation] ?? [], arm))
  }
  return findings
}

type Cut = {
  readonly condensation: number
  readonly trigger: string
  readonly request: number
  /** What would have been sent without it. */
  readonly history: readonly Message[]
  /** What was written between it and the request. */
  readonly later: readonly Message[]
}

function cutsOf({ messages, contexts, usage }: ImportedTask): readonly Cut[] {
  if (contexts === undefined) return []
  return contexts.changes.flatMap((change, at): Cut[] => {
    const { condensation, request, written, show } = change
    const before = contexts.requests[request]?.before
    if (condensation === undefined || before === undefined) return []
    const earlier = contexts.changes.map((other, place) =>
      place < at ? other : { ...other, request: Infinity },
    )
    const shown = new Set(show.flatMap(indicesOf))
    const isLater = (index: number): boolean => index >= written && !shown.has(index)
    const messagesAt = (log: ContextLog, count: number, fits: (index: number) => boolean): Message[] => {
      const walk = walkContextLog(log)
      walk.to(request, count)
      return walk
        .indices()
        .filter(fits)
        .flatMap((index) => messages[index] ?? [])
    }
    return [
      {
        condensation,
        trigger: usage.condensations[condensation]?.trigger ?? '',
        request,
        history: messagesAt({ ...contexts, changes: earlier }, written, () => true),
        later: messagesAt(contexts, before, isLater),
      },
    ]
  })
}

async function compareCut(
  { condensation, trigger, history, later }: Cut,
  request: readonly Item[],
  answers: readonly string[],
  arm: ArmOfAgent,
): Promise<ArmFinding> {
  const found = { condensation: condensation + 1, trigger, items: request.length }
  const outcome = await runArm(arm, history, answers)
  const known = new Set([...history, ...later].flatMap(messageItems).map(keyOf))
  const kept = request.filter((item) => known.has(keyOf(item))).length
  const { condensed, summary } = outcome
  if (condensed === null) {
      const unknown = `the arm does nothing: ${summary.error?.message ?? summary.reason}`
    return { ...found, kept, reasons: [], unknown }
  }
  let agent = joined(request.map((item) => (known.has(keyOf(item)) ? item : markOf(item, answers))))
  let own = joined([...armItems(condensed, answers), ...later.flatMap(messageItems)])
  const reasons: string[] = []
  for (const { reason, without } of arm.known ?? []) {
    if (isSame(agent, own)) break
    const [nextAgent, nextOwn] = [joined(without(agent, history)), joined(without(own, history))]
    if (isSame(nextAgent, agent) && isSame(nextOwn, own)) continue
    reasons.push(reason)
    agent = nextAgent
    own = nextOwn
  }
  const [difference] = compareRequests([agent], [own])
  const unknown =
    difference === undefined
      ? null
      : `condensation ${condensation + 1}, item ${difference.item} of ${agent.length}, ${difference.count} in all: sent ${itemText(difference.sent)}, the arm has ${itemText(difference.read)}`
  return { ...found, kept, reasons, unknown }
}

const keyOf = (item: Item): string => JSON.stringify(item)
const isSame = (one: readonly Item[], other: readonly Item[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What an agent or an arm wrote by itself, by who says it and what it is. */
function markOf(item: Item, answers: readonly string[]): Item {
  const [role = ''] = item
  const words = plain(item.join('\n'))
  // The last answer is the one that counts where the agent checks its summary.
  const isSummary = answers.some((answer) => words.includes(bodyOf(answer)))
  return [role, isSummary ? summaryMark : writtenMark]
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const bodyOf = (answer: string): string => plain(answer.replaceAll(/<\/?state_snapshot>/g, ''))

function armItems(
  { conversation, provenance }: NonNullable<Outcome['condensed']>,
  answers: readonly string[],
): readonly Item[] {
  return conversation.messages.flatMap((message, index) => {
    const isKept = (provenance.messages[index]?.sources.length ?? 0) === 1
    return messageItems(message).map((item) => (isKept ? item : markOf(item, answers)))
  })
}

/** Own words of one role that follow each other are one: who splits them how is wording. */
function joined(items: readonly Item[]): readonly Item[] {
  return items.filter(
    (item, at) => item[1] !== writtenMark || keyOf(item) !== keyOf(items[at - 1] ?? []),
  )
}

function runArm(
  { id, settings }: ArmOfAgent,
  history: readonly Message[],
  answers: readonly string[],
): Promise<Outcome> {
  const preset = composedProvider.presets.find((one) => one.id === id)
  if (preset === undefined) throw new Error(`no preset is called ${id}`)
  const model = modelSaying(answers)
  // A counter that needs no vocabulary: the rules under test have estimators of their own.
  const counter = { id: 'rough', count: (text: string) => Math.ceil(text.length / 4) }
  return runProvider({
    provider: composedProvider,
    settings: merged(preset.settings, settings),
    conversation: createConversation(deepFreeze([...history]), counter),
    targetTokens: null,
    pins: [],
    services: {
      now: () => performance.now(),
      newId: () => 'id',
      onProgress: () => undefined,
      model,
      modelOf: () => model,
      prompts: builtInOnly,
      findProvider,
    },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  })
}

/** Groups of settings are merged, single ones replaced. */
function merged(base: Settings, over: Settings): Settings {
  const isGroup = (value: Settings[string] | undefined): value is Settings =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  return Object.fromEntries(
    Object.entries({ ...base, ...over }).map(([key, value]) => {
      const old = base[key]
      return [key, isGroup(old) && isGroup(value) ? { ...old, ...value } : value]
    }),
  )
}

/** A model that gives these answers in turn, and the last one from then on. */
function modelSaying(answers: readonly string[]): LanguageModel {
  let next = 0
  return {
    info: {
      id: 'scripted',
      label: 'Scripted',
      windowTokens: 2_000_000,
      maxOutputTokens: 64_000,
      supportsImages: true,
      prices: {},
      isExtractive: false,
    },
    async *complete() {
      await Promise.resolve()
      const text = answers[next] ?? answers.at(-1) ?? ''
      next += 1
      yield { kind: 'call' }
      yield { kind: 'text', text }
      yield { kind: 'usage', usage: { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 } }
      yield { kind: 'stopped', reason: 'finished' }
    },
  }
}
