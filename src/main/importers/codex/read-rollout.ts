import type { ContentBlock } from '../../../shared/domain/message.ts'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { messageTexts } from '../details/message-texts.ts'
import { isContextual, isTurnContext } from './fragments.ts'
import { LiveHistory } from './history.ts'
import { itemOf } from './items.ts'
import type { Rollout } from './lineage.ts'
import { fieldsAt, text, type Fields, type RolloutLine } from './lines.ts'
import { planOf, type Plan } from './plan.ts'
import { replacementOf } from './replacement.ts'
import { requestUsage } from './usage.ts'

export type ReadRollout = Readonly<{
  session: BuiltSession
  /** What the person first wrote in this thread; null where that is nothing. */
  firstWords: string | null
  problems: readonly ImportProblem[]
}>

/** Reads a rollout from its first line to its last. */
export function readRollout(rollout: Rollout, file: string): ReadRollout {
  const reader = new RolloutReader(rollout)
  for (const [at, line] of rollout.lines.entries()) reader.read(line, at)
  return reader.finish(file)
}

/** Items that the model wrote in a row: one message. */
type Run = Readonly<{ sent: readonly Entry[]; entry: Entry; ts: number | null }>

class RolloutReader {
  private readonly plan: Plan
  private readonly history = new LiveHistory()
  private readonly session = createSessionBuilder()
  private readonly unknown = new Map<string, number>()
  private readonly ownFrom: number
  private modelId: string | null = null
  /** Messages that the model has written since the last report of usage. */
  private runs: Run[] = []
  private run: {
    sent: readonly Entry[]
    blocks: ContentBlock[]
    first: RolloutLine
    isSummary: boolean
  } | null = null
  private firstWords: string | null = null
  private orphans = 0
  private at = 0
  private hasAnswered = false

  constructor(rollout: Rollout) {
    this.plan = planOf(rollout.lines)
    this.ownFrom = rollout.ownFrom
  }

  read(line: RolloutLine, at: number): void {
    this.at = at
    switch (line.type) {
      case 'turn_context':
        this.modelId = text(line.payload['model']) ?? this.modelId
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
        this.readEvent(line.payload)
        break
      default:
        if (!localTypes.has(line.type)) this.noteUnknown(line.type)
    }
    const usage = this.plan.reports.get(at)
    if (usage !== undefined) this.endResponse(requestUsage(usage), line.ts)
  }

  finish(file: string): ReadRollout {
    this.endSegment(false)
    const session = this.session.finish(this.history.current())
    return { session, firstWords: this.firstWords, problems: this.problems(file, session) }
  }

  private get isOwn(): boolean {
    return this.at >= this.ownFrom
  }

  private readEvent(payload: Fields): void {
    switch (payload['type']) {
      case 'task_started':
      case 'turn_started':
      case 'task_complete':
      case 'turn_complete':
        this.endSegment(false)
        break
      case 'turn_aborted':
        this.endSegment(true)
        break
      case 'thread_rolled_back': {
        this.endSegment(false)
        const turns = payload['num_turns']
        const gone = this.history.rollBack(typeof turns === 'number' ? turns : 0, goesWithTurn)
        if (this.isOwn) this.session.aside(gone)
        break
      }
      case 'thread_settings_applied':
        this.modelId = text(fieldsAt(payload, 'thread_settings')['model']) ?? this.modelId
        break
    }
  }

  private readItem(line: RolloutLine, payload: Fields): void {
    const item = itemOf(payload, {
      own: `line-${line.line ?? this.at}`,
      call: this.history.openCall() ?? this.callInRun(),
    })
    if (item.kind === 'local') return
    if (item.kind === 'unknown') return this.noteUnknown(String(payload['type'] ?? 'nothing'))
    if (item.kind === 'answer') {
      this.run ??= { sent: this.isOwn ? this.history.sent() : [], blocks: [], first: line, isSummary: false }
      this.run.blocks.push(...item.blocks)
      if (item.isSummary) this.run.isSummary = true
      return
    }
    this.endRun()
    if (item.kind === 'result') {
      const entry = entryOf('user', [item.block], line)
      if (this.history.pushResult(entry, item.callId)) return
      this.orphans += this.isOwn ? 1 : 0
      if (this.isOwn) this.session.aside([entry])
      return
    }
    const entry = entryOf('user', item.blocks, line, item.isBoilerplate ? { isBoilerplate: true } : {})
    if (!item.isTurn) return this.history.push(entry)
    this.endSegment(false)
    this.history.pushTurn(entry)
    if (this.isOwn)
      this.firstWords ??=
        messageTexts(entry.message)
          .map(taskIn)
          .find((words) => words !== '') ?? null
  }

  private callInRun(): string | null {
    const call = this.run?.blocks.findLast(({ type }) => type === 'tool_use')
    return text(call?.['id'])
  }

  private endRun(): void {
    if (this.run === null) return
    const { sent, blocks, first, isSummary } = this.run
    const entry = entryOf('assistant', blocks, first, isSummary ? { isSummary: true } : {})
    this.run = null
    this.history.push(entry)
    this.runs.push({ sent, entry, ts: first.ts })
  }

  /** A response is complete: all that the model wrote since the one before answers one request. */
  private endResponse(usage: RequestUsage, ts: number | null): void {
    this.endRun()
    const [first] = this.runs
    // Forks repeat what their parent had used before they are asked anything.
    const isInherited = first === undefined && !this.hasAnswered && this.ownFrom > 0
    if (this.isOwn && !isInherited) {
      this.hasAnswered = true
      this.session.request(
        { ts: first?.ts ?? ts, ...this.model(), ...usage },
        first?.sent ?? this.history.sent(),
        this.runs.map(({ entry }) => entry),
      )
    }
    this.runs = []
  }

  /** Nothing more comes of what the model was writing: no usage of it was reported. */
  private endSegment(isCancelled: boolean): void {
    this.endRun()
    for (const { sent, entry, ts } of this.isOwn ? this.runs : []) {
      this.hasAnswered = true
      this.session.request({ ts, ...this.model(), ...(isCancelled ? { cancelled: true } : {}) }, sent, [
        entry,
      ])
    }
    this.runs = []
  }

  private compact(line: RolloutLine): void {
    this.endSegment(false)
    const before = this.history.current()
    const condenseId = `codex-${text(line.payload['window_id']) ?? `line-${line.line ?? this.at}`}`
    const { entries, summary } = replacementOf(line, before, condenseId)
    const message = text(line.payload['message'])
    if (this.isOwn)
      this.session.condensation(
        {
          ts: line.ts,
          kind: message === null ? 'opaque' : 'summary',
          ...this.plan.compactions.get(this.at),
          ...(message === null ? {} : { summaryText: message }),
          ...(summary === null ? {} : { condenseId }),
        },
        before,
        entries,
      )
    this.history.replace(entries)
  }

  private model(): Pick<RequestUsage, 'modelId'> {
    return this.modelId === null ? {} : { modelId: this.modelId }
  }

  private noteUnknown(type: string): void {
    this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1)
  }

  private problems(file: string, { messages }: BuiltSession): readonly ImportProblem[] {
    const warn = (reason: string): ImportProblem => ({ file, place: '', reason, severity: 'warning' })
    const unanswered = withoutResult(
      messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content)),
    )
    return [
      ...[...this.unknown].map(([type, count]) =>
        warn(
          `${countOf(count, 'line')} of the unknown kind “${type}” ${count === 1 ? 'was' : 'were'} left out`,
        ),
      ),
      ...(this.orphans > 0 ? [warn(`${countOf(this.orphans, 'result')} of calls that are not there`)] : []),
      ...(unanswered.length > 0
        ? [
            warn(
              `${countOf(unanswered.length, 'call')} without a result: ${unanswered.slice(0, 5).join(', ')}`,
            ),
          ]
        : []),
    ]
  }
}

/** Kinds of lines that say nothing about what is sent. */
const localTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'token_usage_record',
  'world_state',
  'inter_agent_communication_metadata',
  'security_risk_score',
  'rollout_reference',
])

function entryOf(
  role: string,
  blocks: readonly ContentBlock[],
  { ts, line, payload }: RolloutLine,
  marks: Fields = {},
): Entry {
  const id = text(payload['id'])
  return {
    message: {
      role,
      content: [...blocks],
      ...(ts === null ? {} : { ts }),
      ...marks,
      origin: { ...(line === null ? {} : { line }), ...(id === null ? {} : { id }) },
    },
  }
}

/** Whether Codex wrote a message for the turn that follows it, and takes it back with that. */
function goesWithTurn({ message }: Entry): boolean {
  return messageTexts(message).some((words) => isContextual(words) || isTurnContext(words))
}

/** The task in a message from one agent to another, which Codex puts behind a head of its own. */
function taskIn(words: string): string {
  return /^Message Type: [^\n]*\n[^]*?\nPayload:\n([^]*)$/.exec(words)?.[1] ?? words
}

function withoutResult(blocks: readonly ContentBlock[]): readonly string[] {
  const answered = new Set(blocks.map((block) => block['tool_use_id']))
  return blocks.flatMap((block) =>
    block.type === 'tool_use' && !answered.has(block['id']) ? [String(block['id'])] : [],
  )
}
