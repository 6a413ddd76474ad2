import { z } from 'zod'
import type { RecordedCondensation, RequestUsage, ServiceTerms } from '../../../shared/kernel/usage.ts'
import { readMessageTexts } from '../details/read-message-texts.ts'
import { isRecord, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { readAskedTerms } from '../usage/read-service-terms.ts'
import { cutMiddle, type CutLimit } from './cut-middle.ts'
import { buildLineEntry, Exchange } from './exchange.ts'
import { dropImageMarks, isContextual, isTurnContext } from './fragments.ts'
import { LiveHistory } from './history.ts'
import { parseAgentMessage, readRolloutItem, type Item } from './items.ts'
import type { Rollout } from './lineage.ts'
import type { RolloutLine } from './lines.ts'
import { listRolloutRemarks } from './list-rollout-remarks.ts'
import { planRollout, type Plan } from './plan.ts'
import { readReplacement } from './replacement.ts'
import { toRequestUsage } from './usage.ts'

export type ReadRollout = Readonly<{
  session: BuiltSession
  /** What the person first wrote in this thread; null where that is nothing. */
  firstWords: string | null
  /** What was left out, and which calls have no result. */
  remarks: readonly string[]
}>

/** Reads a rollout from its first line to its last. */
export function readRollout(rollout: Rollout): ReadRollout {
  const reader = new RolloutReader(rollout)
  for (const [at, line] of rollout.lines.entries()) reader.read(line, at)
  return reader.finish()
}

/** Ids that are drawn at random: others begin anew in each session. */
const randomId = /^[a-z]+_[\w-]{20,}$/i

/** What tells a model call from all others, copies in forks aside: its first call of a tool, else its first item. */
function findCallId(answer: readonly Entry[]): Pick<RequestUsage, 'callId'> {
  const blocks = answer.flatMap(({ message: { content } }) => (typeof content === 'string' ? [] : content))
  const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? block['id'] : []))
  const items = answer.map(({ message: { origin } }) => (isRecord(origin) ? origin['id'] : null))
  const callId = [...calls, ...items].find((id) => typeof id === 'string' && randomId.test(id))
  return typeof callId === 'string' ? { callId } : {}
}

/** What results may have more than the limit when they are kept (its `context_manager/history.rs`). */
const resultAllowance = 1.2

/** Versions that leave what they wrote for a turn when the turn is taken back. */
const keepsContext = /^0\.(?:\d{1,2}|10[0-4])\./

const cutLimitSchema = z.object({ mode: z.enum(['bytes', 'tokens']), limit: z.number().positive() })

class RolloutReader {
  private readonly plan: Plan
  private readonly history = new LiveHistory()
  private readonly session = createSessionBuilder()
  private readonly exchange: Exchange
  private readonly unknown = new Map<string, number>()
  private readonly ownFrom: number
  private readonly takesContextBack: boolean
  private at = 0
  private modelId: string | null = null
  /** How all requests are asked to be served until the settings change; a thread inherits it with what it repeats. */
  private terms: ServiceTerms = {}
  private cutLimit: CutLimit | null = null
  private firstWords: string | null = null
  private orphans = 0
  private hasAnswered = false
  /** Whether the turn has: newer versions say so once more at its end. */
  private hasFailed = false

  constructor(rollout: Rollout) {
    this.plan = planRollout(rollout.lines)
    this.ownFrom = rollout.ownFrom
    this.takesContextBack = !keepsContext.test(toTextOrNull(rollout.meta['cli_version']) ?? '')
    this.exchange = new Exchange(this.history, (usage, sent, answer) => {
      // Forks repeat what their parent had used before they are asked anything.
      const isInherited = answer.length === 0 && !this.hasAnswered && this.ownFrom > 0
      if (!this.isOwn || isInherited) return
      this.hasAnswered = true
      const model = this.modelId === null ? {} : { modelId: this.modelId }
      this.session.request({ ...model, ...usage, ...this.terms, ...findCallId(answer) }, sent, answer)
    })
  }

  read(line: RolloutLine, at: number): void {
    // What was begun before is of the thread before.
    if (at === this.ownFrom) this.exchange.endTurn()
    this.at = at
    switch (line.type) {
      case 'turn_context':
        this.readSettings(line.payload)
        break
      case 'response_item':
        if (!this.plan.summaries.has(at)) this.readItem(line, line.payload)
        break
      case 'inter_agent_communication':
        this.readItem(line, { ...line.payload, type: 'agent_message' })
        break
      case 'compacted':
        this.compact(line)
        break
      case 'event_msg':
        this.readEvent(line)
        break
      default:
        if (!localTypes.has(line.type)) this.noteUnknown(line.type)
    }
    const usage = this.plan.reports.get(at)
    if (usage !== undefined)
      this.exchange.endResponse(toRequestUsage(usage), line.ts, this.plan.reportsFirst.has(at))
  }

  finish(): ReadRollout {
    this.exchange.endTurn()
    const session = this.session.finish(this.history.current().list)
    const remarks = listRolloutRemarks({ unknown: this.unknown, orphans: this.orphans }, session.messages)
    const { subscription } = this.plan
    const usage = subscription === null ? session.usage : { ...session.usage, subscription }
    return { session: { ...session, usage }, firstWords: this.firstWords, remarks }
  }

  private get isOwn(): boolean {
    return this.at >= this.ownFrom
  }

  private readSettings(payload: Fields): void {
    this.modelId = toTextOrNull(payload['model']) ?? this.modelId
    this.cutLimit = cutLimitSchema.safeParse(payload['truncation_policy']).data ?? null
  }

  private readEvent({ payload, ts }: RolloutLine): void {
    switch (payload['type']) {
      case 'task_started':
      case 'turn_started':
        this.exchange.endTurn()
        this.hasFailed = false
        break
      case 'error':
        this.readFailure(payload, ts)
        break
      case 'task_complete':
      case 'turn_complete':
        this.readFailure(readNestedFields(payload, 'error'), ts)
        this.exchange.endTurn()
        break
      case 'turn_aborted':
        this.exchange.endTurn({ cancelled: true })
        break
      case 'thread_rolled_back': {
        this.exchange.endTurn()
        const turns = payload['num_turns']
        const gone = this.history.rollBack(
          typeof turns === 'number' ? turns : 0,
          (entry) => this.takesContextBack && goesWithTurn(entry),
        )
        if (this.isOwn) this.session.aside(gone)
        break
      }
      case 'thread_settings_applied':
        this.modelId = toTextOrNull(readNestedFields(payload, 'thread_settings')['model']) ?? this.modelId
        this.terms = readAskedTerms(payload['thread_settings'])
        break
    }
  }

  private readFailure(payload: Fields, ts: number | null): void {
    const failureText = toTextOrNull(payload['message'])
    const info = payload['codex_error_info']
    const isOfTurn =
      info !== 'thread_rollback_failed' && !(isRecord(info) && 'active_turn_not_steerable' in info)
    if (failureText === null || !isOfTurn || this.hasFailed || /\bcompact task\b/.test(failureText)) return
    this.hasFailed = true
    this.exchange.fail(failureText, ts)
  }

  private readItem(line: RolloutLine, payload: Fields): void {
    const call = this.exchange.lastCall() ?? this.history.openCall()
    const item = readRolloutItem(payload, { own: `line-${line.line ?? this.at}`, call })
    switch (item.kind) {
      case 'local':
        break
      case 'unknown':
        this.noteUnknown(toTextOrNull(payload['type']) ?? 'none')
        break
      case 'answer':
        this.exchange.write(item.blocks, line, item.isSummary)
        break
      case 'result':
        this.exchange.endRun()
        this.readResult(item, line)
        break
      case 'input':
        this.exchange.endRun()
        this.readInput(item, line)
    }
  }

  private readResult({ block, callId }: Extract<Item, { kind: 'result' }>, line: RolloutLine): void {
    const { content } = block
    const kept =
      typeof content === 'string' && this.cutLimit !== null
        ? { ...block, content: cutMiddle(content, addResultAllowance(this.cutLimit)) }
        : block
    const entry = buildLineEntry('user', [kept], line)
    if (this.history.pushResult(entry, callId) || !this.isOwn) return
    this.orphans += 1
    this.session.aside([entry])
  }

  private readInput(item: Extract<Item, { kind: 'input' }>, line: RolloutLine): void {
    const entry = buildLineEntry(
      item.role,
      item.blocks,
      line,
      item.isBoilerplate ? { isBoilerplate: true } : {},
    )
    if (!item.isTurn) return this.history.push(entry)
    this.exchange.endTurn()
    this.history.pushTurn(entry)
    if (this.isOwn)
      this.firstWords ??=
        dropImageMarks(readMessageTexts(entry.message))
          .map(extractTask)
          .find((words) => words !== '') ?? null
  }

  private compact(line: RolloutLine): void {
    this.exchange.endTurn()
    const before = this.history.current().list
    const condenseId = `codex-${toTextOrNull(line.payload['window_id']) ?? `line-${line.line ?? this.at}`}`
    const { entries, summary } = readReplacement(line, before, condenseId)
    const message = toTextOrNull(line.payload['message'])
    if (this.isOwn)
      this.session.condensation(
        {
          ts: line.ts,
          kind: message === null ? 'opaque' : 'summary',
          ...this.describeCompaction(line),
          ...(message === null ? {} : { summaryText: message }),
          ...(summary === null ? {} : { condenseId }),
        },
        before,
        entries,
      )
    this.history.replace(entries)
  }

  /** What the lines around it say; its request is served as all others. Older versions do not record what it used. */
  private describeCompaction({ ts }: RolloutLine): Partial<RecordedCondensation> {
    const { usage, ...record } = this.plan.compactions.get(this.at) ?? {}
    const model = this.modelId === null ? {} : { modelId: this.modelId }
    return usage === undefined ? record : { ...record, usage: { ts, ...model, ...usage, ...this.terms } }
  }

  private noteUnknown(type: string): void {
    if (this.isOwn) this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1)
  }
}

const addResultAllowance = ({ mode, limit }: CutLimit): CutLimit => ({
  mode,
  limit: Math.ceil(limit * resultAllowance),
})

/** Kinds of lines that say nothing about what is sent. */
const localTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'token_usage_record',
  'world_state',
  'inter_agent_communication_metadata',
  'security_risk_score',
  'rollout_reference',
])

/** Whether Codex wrote a message for the turn that follows it, and takes it back with that. */
function goesWithTurn({ message }: Entry): boolean {
  return readMessageTexts(message).some((words) => isContextual(words) || isTurnContext(words))
}

/** The task in a message from one agent to another, which Codex puts behind a head of its own or into JSON. */
function extractTask(words: string): string {
  return (
    parseAgentMessage(words) ?? /^Message Type: [^\n]*\n[^]*?\nPayload:\n([^]*)$/.exec(words)?.[1] ?? words
  )
}
