import type { Ban, ResumedStep, ResumeFinding } from '../../../shared/kernel/evidence.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findXmlParameters } from '../../kernel/history/xml-elements.ts'
import type { Act } from '../facts/act.ts'
import { createOutcomeLookup } from '../facts/create-outcome-lookup.ts'
import { normalisePath } from '../facts/path-class.ts'
import { readCallActs } from '../facts/read-call-acts.ts'
import { readCallInput } from '../facts/read-call-input.ts'
import { findBrokenBans } from './find-bans.ts'
import { type Action, listActionActs } from './next-action-agreement.ts'

/** A call of the record with what came of it. */
type RecordedCall = {
  readonly messageIndex: number
  readonly key: string
  readonly acts: readonly Act[]
  /** Empty where there is none. */
  readonly result: string
}

/** What is held against the actions that a model takes. */
export type ResumeRecord = {
  readonly history: readonly RecordedCall[]
  readonly continuation: readonly RecordedCall[]
  readonly bans: readonly Ban[]
}

/** Calls that came to something, each with its result. */
export function listRecordedCalls({ parts }: Pick<Conversation, 'parts'>): RecordedCall[] {
  const results = new Map<string, string>()
  for (const part of parts.flat()) {
    const { kind, toolCallId, text } = part
    if (kind === 'tool-result' && toolCallId !== undefined)
      results.set(toolCallId, `${results.get(toolCallId) ?? ''}${text}\n`)
  }
  const outcomeOf = createOutcomeLookup(parts)
  return parts.flat().flatMap((part) => {
    const { kind, toolName, toolCallId, messageIndex } = part
    if (kind !== 'tool-call' || toolName === undefined || toolCallId === undefined) return []
    const { status } = outcomeOf(toolCallId)
    if (status === 'refused' || status === 'unanswered') return []
    const key = buildCallKey(toolName, readRecordedInput(part))
    return [{ messageIndex, key, acts: readCallActs(part), result: (results.get(toolCallId) ?? '').trim() }]
  })
}

/** The result of the same call in the record: what was answered after the cut first, else the last answer before it. */
export function findRecordedResult(
  { tool, input }: Action,
  { history, continuation }: Pick<ResumeRecord, 'history' | 'continuation'>,
): { readonly from: ResumedStep['result']; readonly text: string } {
  if (tool === null) return { from: 'none', text: '' }
  const key = buildCallKey(tool, input)
  const isSame = (call: RecordedCall): boolean => call.key === key && call.result !== ''
  const after = continuation.find(isSame)
  if (after !== undefined) return { from: 'continuation', text: after.result }
  const before = history.findLast(isSame)
  return before === undefined ? { from: 'none', text: '' } : { from: 'history', text: before.result }
}

/** What is wrong with an action after the steps before it; at most one finding of each kind. */
export function findActionFaults(
  action: Action,
  { history, bans }: Pick<ResumeRecord, 'history' | 'bans'>,
  before: readonly Action[],
): ResumeFinding[] {
  if (action.tool === null) return []
  const acts = listActionActs(action)
  const reread = findReread(acts, history)
  const repeat = reread === null ? findRepeat(action, acts, history, before) : null
  const [broken] = findBrokenBans(bans, acts)
  return [
    ...(reread === null ? [] : [reread]),
    ...(repeat === null ? [] : [repeat]),
    ...(broken === undefined ? [] : [{ kind: 'contradiction' as const, ...pick(broken) }]),
  ]
}

function pick({ target, rule }: Ban): Pick<Ban, 'target' | 'rule'> {
  return { target, rule }
}

function findReread(acts: readonly Act[], history: readonly RecordedCall[]): ResumeFinding | null {
  for (const act of acts) {
    if (act.kind !== 'read') continue
    const path = normalisePath(act.path)
    const shown = history.findLast((call) => call.acts.some((one) => isOn(one, path)))
    if (shown !== undefined) return { kind: 're-read', path, messageIndex: shown.messageIndex }
  }
  return null
}

function isOn(act: Act, path: string): boolean {
  if (act.kind === 'command' || act.kind === 'delete') return false
  return normalisePath(act.kind === 'move' ? act.to : act.path) === path
}

/** A command again with no change of a file since, or the very same change again. */
function findRepeat(
  { tool, input }: Action,
  acts: readonly Act[],
  history: readonly RecordedCall[],
  before: readonly Action[],
): ResumeFinding | null {
  const key = buildCallKey(tool ?? '', input)
  if (acts.some(isChange)) {
    const done = history.findLast((call) => call.key === key && call.acts.some(isChange))
    return done === undefined ? null : { kind: 'repeat', what: key, messageIndex: done.messageIndex }
  }
  if (before.some((action) => listActionActs(action).some(isChange))) return null
  const commands = acts.flatMap((act) => (act.kind === 'command' ? [collapseSpaces(act.command)] : []))
  for (const what of commands) {
    const at = history.findLastIndex((call) =>
      call.acts.some((act) => act.kind === 'command' && collapseSpaces(act.command) === what),
    )
    const done = history[at]
    if (done !== undefined && !history.slice(at + 1).some((call) => call.acts.some(isChange)))
      return { kind: 'repeat', what, messageIndex: done.messageIndex }
  }
  return null
}

function isChange({ kind }: Act): boolean {
  return kind !== 'read' && kind !== 'command'
}

function readRecordedInput(part: Part): Readonly<Record<string, unknown>> {
  const native = readCallInput(part)
  if (native !== undefined) return native
  const { text } = part
  return Object.fromEntries(
    findXmlParameters(text).flatMap(({ start, end }) => {
      const name = /<([\w-]+)>$/.exec(text.slice(Math.max(0, start - 100), start))?.[1]
      return name === undefined ? [] : [[name, text.slice(start, end)]]
    }),
  )
}

/** Tool and arguments: the order of names, spaces and the spelling of paths do not count. */
function buildCallKey(tool: string, input: Readonly<Record<string, unknown>>): string {
  return `${tool} ${JSON.stringify(normaliseValue(input))}`
}

function normaliseValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normaliseValue)
  if (typeof value === 'string')
    return /\s/.test(value.trim()) ? collapseSpaces(value) : normalisePath(value.trim())
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, normaliseValue(own)]),
  )
}

function collapseSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
