import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import { readNestedFields, toTextOrNull } from '../json/fields.ts'
import { beginsTurn } from './items.ts'
import type { RolloutLine } from './lines.ts'
import { isSameUsage, toRequestUsage, readTokenUsage, computeUsageSince, type TokenUsage } from './usage.ts'

/** What belongs to what in a rollout, by the indices of its lines. */
export type Plan = Readonly<{
  /** Reports of the usage of a request, each once. */
  reports: ReadonlyMap<number, TokenUsage>
  /** Those of them that come before what the model wrote. */
  reportsFirst: ReadonlySet<number>
  compactions: ReadonlyMap<number, Compaction>
  /** Items that are the answer to a request for a summary; what they say is in the compaction. */
  summaries: ReadonlySet<number>
  /** The plan of the account, as the last report of its limits names it; null where none does, as with a key. */
  subscription: string | null
}>

/** What the lines around a compaction say about it. */
export type Compaction = Pick<
  RecordedCondensation,
  'trigger' | 'usage' | 'tokensBefore' | 'tokensAfter' | 'agentVersion'
>

/** Looks through a rollout for what lines say about others. */
export function planRollout(lines: readonly RolloutLine[]): Plan {
  const { reports, responses } = readUsageReports(lines)
  const reportsFirst = findEarlyReports(lines, reports)
  const compactions = new Map<number, Compaction>()
  const summaries = new Set<number>()
  let agentVersion: string | null = null
  let subscription: string | null = null
  for (const [at, line] of lines.entries()) {
    if (line.type === 'session_meta') agentVersion = toTextOrNull(line.payload['cli_version']) ?? agentVersion
    if (line.payload['type'] === 'token_count')
      subscription = toTextOrNull(readNestedFields(line.payload, 'rate_limits')['plan_type']) ?? subscription
    if (line.type !== 'compacted') continue
    const own = findSummaryRequest(lines, at, { reports, reportsFirst })
    for (const item of own.items) summaries.add(item)
    const report = responses.get(toTextOrNull(line.payload['compaction_response_id']) ?? '') ?? own.report
    const used = report === null ? undefined : reports.get(report)
    if (report !== null) reports.delete(report)
    const before = findLastReport(reports, at)
    compactions.set(at, {
      trigger: isManual(lines, at, summaries) ? 'manual' : 'auto',
      ...(agentVersion === null ? {} : { agentVersion }),
      ...(used === undefined ? {} : { usage: toRequestUsage(used) }),
      ...(before === null ? {} : { tokensBefore: before.input_tokens + before.output_tokens }),
      ...estimateAfter(lines, at),
    })
  }
  return { reports, reportsFirst, compactions, summaries, subscription }
}

type Reports = Readonly<{ reports: Map<number, TokenUsage>; responses: ReadonlyMap<string, number> }>

/** Reports of usage, each once; newer versions write a record for each response, and the old event besides. */
function readUsageReports(lines: readonly RolloutLine[]): Reports {
  const reports = new Map<number, TokenUsage>()
  const responses = new Map<string, number>()
  let total: TokenUsage | null = null
  let hasRecords = false
  for (const [at, { type, payload }] of lines.entries()) {
    if (type === 'token_usage_record') {
      const usage = readTokenUsage(payload['usage'])
      hasRecords = true
      if (usage === null) continue
      reports.set(at, usage)
      const id = toTextOrNull(payload['response_id'])
      if (id !== null) responses.set(id, at)
    } else if (type === 'event_msg' && payload['type'] === 'token_count' && !hasRecords) {
      const info = readNestedFields(payload, 'info')
      const now = readTokenUsage(info['total_token_usage'])
      if (now === null || isSameUsage(now, total)) continue
      const last = readTokenUsage(info['last_token_usage'])
      if (!isEstimate(last)) reports.set(at, last ?? computeUsageSince(now, total))
      total = now
    } else if (type === 'event_msg' && payload['type'] === 'turn.completed') {
      const now = readTokenUsage(payload['usage'])
      if (now === null || isSameUsage(now, total)) continue
      reports.set(at, computeUsageSince(now, total))
      total = now
    }
  }
  return { reports, responses }
}

/** Reports that come before what they are about, as versions before 0.60 write them: then they come first in each turn. */
function findEarlyReports(
  lines: readonly RolloutLine[],
  reports: ReadonlyMap<number, TokenUsage>,
): ReadonlySet<number> {
  const first = new Set<number>()
  let comesFirst: boolean | null = null
  for (const [at, line] of lines.entries()) {
    const isReport = reports.has(at)
    if (line.payload['type'] === 'task_started' || beginsTurn(line.payload)) comesFirst = null
    else if (isReport || isAnswer(line)) comesFirst ??= isReport
    if (isReport && comesFirst === true) first.add(at)
  }
  return first
}

/** After a compaction the report of the last response has no input and no output, but what Codex reckons is left. */
function isEstimate(usage: TokenUsage | null): boolean {
  return usage?.input_tokens === 0 && usage.output_tokens === 0
}

type OwnPart = Readonly<{ items: readonly number[]; report: number | null }>

/** The request for the summary right before a compaction: what the model answered, and the report of its usage. */
function findSummaryRequest(
  lines: readonly RolloutLine[],
  compacted: number,
  { reports, reportsFirst }: Pick<Plan, 'reports' | 'reportsFirst'>,
): OwnPart {
  const none = { items: [], report: null }
  const message = toTextOrNull(lines[compacted]?.payload['message'])
  if (message === null) return none
  const items: number[] = []
  let report: number | null = null
  for (let at = compacted - 1; at >= 0; at -= 1) {
    const line = lines[at]
    if (line === undefined || line.type === 'compacted') break
    if (reports.has(at)) {
      if (reportsFirst.has(at)) return { items, report: report ?? at }
      // The report before it is that of the turn.
      if (report !== null || items.length > 0) break
      report = at
    }
    if (line.type !== 'response_item') continue
    if (isAnswerIn(line, message) || (items.length > 0 && line.payload['type'] === 'reasoning'))
      items.push(at)
    else if (items.length > 0) break
    else if (isAnswer(line)) return none
  }
  return { items, report }
}

function isAnswer({ type, payload }: RolloutLine): boolean {
  return (
    type === 'response_item' &&
    (payload['role'] === 'assistant' ||
      payload['type'] === 'reasoning' ||
      (toTextOrNull(payload['type'])?.endsWith('_call') ?? false))
  )
}

function isAnswerIn({ payload }: RolloutLine, message: string): boolean {
  const { role, content } = payload
  if (role !== 'assistant' || !Array.isArray(content)) return false
  const words = content.map(readPartWords).join('\n')
  return words !== '' && message.trimEnd().endsWith(words.trimEnd())
}

function readPartWords(part: unknown): string {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
    ? part.text
    : ''
}

function findLastReport(reports: ReadonlyMap<number, TokenUsage>, at: number): TokenUsage | null {
  let last: TokenUsage | null = null
  for (const [index, usage] of reports) {
    if (index > at) break
    last = usage
  }
  return last
}

/** What Codex reckons the new history to have, which it reports without any input or output. */
function estimateAfter(lines: readonly RolloutLine[], compacted: number): Pick<Compaction, 'tokensAfter'> {
  for (const line of lines.slice(compacted + 1, compacted + 20)) {
    if (line.type === 'response_item' || line.type === 'compacted') return {}
    const last = readTokenUsage(readNestedFields(line.payload, 'info')['last_token_usage'])
    if (last !== null && isEstimate(last)) return { tokensAfter: last.total_tokens }
  }
  return {}
}

/** Whether a compaction is all that happened in its turn: the person asked for it. */
function isManual(lines: readonly RolloutLine[], compacted: number, summaries: ReadonlySet<number>): boolean {
  const isWork = (at: number): boolean => lines[at]?.type === 'response_item' && !summaries.has(at)
  for (let at = compacted - 1; at >= 0 && lines[at]?.payload['type'] !== 'task_started'; at -= 1)
    if (isWork(at)) return false
  for (let at = compacted + 1; at < lines.length; at += 1) {
    if (lines[at]?.payload['type'] === 'task_complete') return true
    if (isWork(at)) return false
  }
  return false
}
