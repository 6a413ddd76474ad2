import type { ImportedTask } from '../../src/main/agents/imported-task.ts'
import { messageItems } from '../../src/main/agents/testing/sent-items.ts'
import type { Item } from '../../src/main/agents/testing/wire-items.ts'
import { listRangeIndices, walkContextLog } from '../../src/main/kernel/history/context-log.ts'
import { findPendingStart } from '../../src/main/kernel/policy/split-pending.ts'
import { composedMethod } from '../../src/main/methods/agents/composed.ts'
import { restoreMethod } from '../../src/main/methods/restore-method.ts'
import type { Outcome } from '../../src/main/methods/run-method.ts'
import type { ContextLog } from '../../src/shared/condense/context-log-types.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import type { Settings } from '../../src/shared/methods/provider-types.ts'
import { compareRequests, itemText } from './compare-requests.ts'
import { counted, modelSaying, runAlone } from './run-alone.ts'

/** The arm that follows an agent, with the settings that the agent was given over those of the preset. */
export type ArmOfAgent = {
  readonly id: string
  readonly settings: Settings
  /** What is different of a condensation that a person asks for. */
  readonly byHand?: Settings
  /** What else follows from the request before and the history, as it is sent and as it is stored; `isLast` of a session. */
  readonly settingsAt?: (before: TurnBefore, history: Histories, isLast: boolean) => Settings
  readonly known?: readonly KnownArmDifference[]
  /** Reads the messages as the agent stores and measures them, where it sends results shortened; it condenses all of them each time. */
  readonly stored?: (path: string) => readonly Message[]
}

/** A history as it is sent, and as the agent stores it. */
export type Histories = { readonly sent: readonly Message[]; readonly stored: readonly Message[] }

/** A request as it was sent, and the size that it was told to have, in tokens. */
export type TurnBefore = { readonly body: unknown; readonly inputTokens: number }

/** A difference that is expected, with its reason: what is left of the items of either side once it is taken out. */
export type KnownArmDifference = {
  readonly reason: string
  readonly without: (items: readonly Item[], isSurroundings: (item: Item) => boolean) => readonly Item[]
}

/** Where rules and surroundings stand. */
export const movedSurroundings: KnownArmDifference = {
  reason: 'the agent puts its rules and surroundings in anew',
  without: (items, isSurroundings) => items.filter((item) => item[0] !== 'user' || !isSurroundings(item)),
}

/** What came of one condensation: the agent's next request against what the arm makes of the same history. */
export type ArmFinding = {
  /** From 1. */
  readonly condensation: number
  readonly trigger: string
  /** Items of the request, and those of them that stood in the history before and are no surroundings. */
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
  turns: readonly TurnBefore[] = [],
): Promise<readonly ArmFinding[]> {
  const stored = arm.stored?.(task.path) ?? null
  const own = task.messages.filter((message) => message['isBoilerplate'] === true).flatMap(messageItems)
  const surroundings = new Set(own.map(keyOf))
  const findings: ArmFinding[] = []
  for (const cut of cutsOf(task, stored !== null)) {
    const request = sent[cut.request]
    if (request === undefined) continue
    const given = answers[cut.condensation] ?? []
    const before = turns[cut.request - 1]
    const evidence = { request, answers: given, stored, surroundings, before }
    findings.push(await compareCut(cut, evidence, arm))
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
  /** Whether none follows. */
  readonly isLast: boolean
}

function cutsOf({ messages, contexts, usage }: ImportedTask, isFromStart: boolean): readonly Cut[] {
  if (contexts === undefined) return []
  const { requests, changes } = contexts
  return changes.flatMap((change, at): Cut[] => {
    const { condensation, request, written, show } = change
    const before = requests[request]?.before
    if (condensation === undefined || before === undefined) return []
    const withoutIt = changes.map((other, place) => {
      const isUndone = place >= at || (isFromStart && other.condensation !== undefined)
      return isUndone ? { ...other, request: Infinity } : other
    })
    const shown = new Set(show.flatMap(listRangeIndices))
    const isLater = (index: number): boolean => index >= written && !shown.has(index)
    const messagesAt = (log: ContextLog, count: number, fits: (index: number) => boolean): Message[] => {
      const walk = walkContextLog(log)
      walk.to(request, count)
      const indices = walk.indices().filter(fits)
      return indices.flatMap((index) => messages[index] ?? [])
    }
    const { trigger = '' } = usage.condensations[condensation] ?? {}
    const history = messagesAt({ ...contexts, changes: withoutIt }, written, () => true)
    const isLast = condensation === usage.condensations.length - 1
    const later = messagesAt(contexts, before, isLater)
    return [{ condensation, trigger, request, history, later, isLast }]
  })
}

type Evidence = {
  readonly request: readonly Item[]
  readonly answers: readonly string[]
  readonly stored: readonly Message[] | null
  /** What the agent itself says of its rules and surroundings. */
  readonly surroundings: ReadonlySet<string>
  readonly before: TurnBefore | undefined
}

async function compareCut(
  { condensation, trigger, history, later, isLast }: Cut,
  { request, answers, stored, surroundings, before }: Evidence,
  arm: ArmOfAgent,
): Promise<ArmFinding> {
  const usual = settingsOf(arm, trigger === 'manual')
  const { held, pending } = dividedBy(usual, stored === null ? history : eachOnce(history))
  const measured = stored === null ? held : held.map((message) => stored[originOf(message)] ?? message)
  const more =
    before === undefined ? {} : (arm.settingsAt?.(before, { sent: held, stored: measured }, isLast) ?? {})
  const { condensed, summary } = await runAlone(
    composedMethod,
    merged(usual, more),
    counted(measured),
    modelSaying(answers),
  )
  const behind = [...pending, ...later.filter((message) => message['isBoilerplate'] !== true)]
  const result = condensed === null ? untouched(held) : armItems(condensed, held, answers)
  const own = [...result, ...behind.flatMap(messageItems)]
  const known = new Set([...history, ...behind].flatMap(messageItems).map(keyOf))
  const left = withoutKnown({ request, own }, arm.known ?? [], {
    isSurroundings: (item) => surroundings.has(keyOf(item)),
    isKnown: (item) => known.has(keyOf(item)),
    answers,
  })
  const [difference] = compareRequests([left.agent], [left.own])
  const idle = condensed === null ? `, as it does nothing: ${summary.error?.message ?? summary.reason}` : ''
  return {
    condensation: condensation + 1,
    trigger,
    items: request.length,
    kept: request.filter((item) => known.has(keyOf(item)) && !surroundings.has(keyOf(item))).length,
    reasons: [...(summary.status === 'unchanged' ? [nothingNew] : []), ...left.reasons],
    unknown:
      difference === undefined
        ? null
        : `condensation ${condensation + 1}, item ${difference.item} of ${left.agent.length}, ${difference.count} in all: sent ${itemText(difference.sent)}, the arm has ${itemText(difference.read)}${idle}`,
  }
}

/** What the agent has when it condenses, and what stands behind the result as it is. */
function dividedBy(settings: Settings, history: readonly Message[]) {
  const pending =
    restoreMethod({ providerId: composedMethod.id, settings }).ownTrigger?.trigger.pending ?? 'condensed'
  const from = findPendingStart(counted(history), pending)
  return { held: history.slice(0, from), pending: history.slice(from) }
}

/** Messages of which there is a shortened copy count once. */
function eachOnce(history: readonly Message[]): readonly Message[] {
  return history.filter(
    (message, at) => originOf(message) < 0 || originOf(history[at + 1]) !== originOf(message),
  )
}

function originOf(message: Message | undefined): number {
  const origin = message?.['origin']
  const index = typeof origin === 'object' && origin !== null && 'index' in origin ? origin.index : null
  return typeof index === 'number' ? index : -1
}

type Sides = { readonly request: readonly Item[]; readonly own: readonly Item[] }

type Looks = {
  readonly isSurroundings: (item: Item) => boolean
  /** Whether an item stood in the history. */
  readonly isKnown: (item: Item) => boolean
  readonly answers: readonly string[]
}

/** What is compared of both sides once differences that are known are taken out, as far as that is needed. */
function withoutKnown(
  { request, own }: Sides,
  rules: readonly KnownArmDifference[],
  looks: Looks,
): { readonly agent: readonly Item[]; readonly own: readonly Item[]; readonly reasons: readonly string[] } {
  const compared = { agent: joined(marked(request, own, looks)), own: joined(own) }
  const [rule, ...others] = rules
  if (rule === undefined || isSame(compared.agent, compared.own)) return { ...compared, reasons: [] }
  const { reason, without } = rule
  const next = { request: without(request, looks.isSurroundings), own: without(own, looks.isSurroundings) }
  const isIdle = isSame(next.request, request) && isSame(next.own, own)
  const left = withoutKnown(next, others, looks)
  return { ...left, reasons: [...(isIdle ? [] : [reason]), ...left.reasons] }
}

/** The items of a request, those that the agent wrote by itself as such. What it says again is so where the arm has other words. */
function marked(
  request: readonly Item[],
  own: readonly Item[],
  { isKnown, isSurroundings, answers }: Looks,
): readonly Item[] {
  const kept = new Set(own.map(keyOf))
  return request.map((item) =>
    isKnown(item) && (!isSurroundings(item) || kept.has(keyOf(item))) ? item : markOf(item, answers),
  )
}

const nothingNew =
  'nothing but the earlier summary would go: the agent has it written again, and the arm leaves it'

function untouched(history: readonly Message[]): readonly Item[] {
  return history.flatMap((message) =>
    message.isSummary === true ? [[message.role, summaryMark]] : messageItems(message),
  )
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
/** Without the thoughts before it and the element around it, which agents take off or leave. */
const bodyOf = (answer: string): string =>
  plain(answer.replace(/<(scratchpad|analysis)>[^]*?<\/\1>/, '').replaceAll(/<\/?state_snapshot>/g, ''))

/** What an arm made of a history, in the items that the history is sent with. */
function armItems(
  { conversation, provenance }: NonNullable<Outcome['condensed']>,
  held: readonly Message[],
  answers: readonly string[],
): readonly Item[] {
  return conversation.messages.flatMap((message, index) => {
    const { sources = [], changes = [] } = provenance.messages[index] ?? {}
    const [source] = sources
    if (source === undefined || sources.length > 1)
      return messageItems(message).map((item) => markOf(item, answers))
    return messageItems(changes.length === 0 ? (held[source] ?? message) : message)
  })
}

/** Own words of one role that follow each other are one: who splits them how is wording. */
function joined(items: readonly Item[]): readonly Item[] {
  return items.filter((item, at) => item[1] !== writtenMark || keyOf(item) !== keyOf(items[at - 1] ?? []))
}

function settingsOf({ id, settings, byHand = {} }: ArmOfAgent, isByHand: boolean): Settings {
  const preset = composedMethod.presets.find((one) => one.id === id)
  if (preset === undefined) throw new Error(`no preset is called ${id}`)
  const own = merged(preset.settings, settings)
  return isByHand ? merged(own, byHand) : own
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
