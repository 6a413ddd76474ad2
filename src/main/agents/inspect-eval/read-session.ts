import { z } from 'zod'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  omitUnknown,
  omitZero,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import { compareHistories, type Change } from '../requests/compare.ts'
import { createKnownMessages, type Sent } from '../requests/known-messages.ts'
import { createSentEntries } from '../requests/sent-entries.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { count, money, perhaps } from '../usage/figures.ts'
import { readAskedTerms, readResponseTerms } from '../usage/read-service-terms.ts'
import { createInputs, type Inputs, type SampleLimits } from './inputs.ts'
import type { Sample } from './sample.ts'

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: perhaps,
  input_tokens_cache_write: perhaps,
  reasoning_tokens: count,
  total_cost: money,
})

/** A conversation within a sample: its agent's, that of a subagent, or that of a grader. */
type Track = {
  readonly role: string
  history: readonly Sent[]
  answer: Sent | null
  turns: number
}

/** What Inspect writes as the error of a call that was stopped. */
const cancelled = /^Cancelled by /
export type ReadSample = Readonly<{ session: BuiltSession; unknownRefs: number }>

/** Reads the events of a sample in their order: each model call sent what its event says. */
export function readSample(sample: Sample, limits: SampleLimits): ReadSample {
  const session = createSessionBuilder()
  const known = createKnownMessages()
  const entries = createSentEntries()
  const inputs = createInputs(sample, limits)
  const tracks: Track[] = []
  let pending: Fields | null = null
  sample.events.forEach((event, at) => {
    if (event['event'] === 'compaction') pending = event
    if (event['event'] !== 'model') return
    const history = known.of(inputs.of(event))
    const message = readAnswer(event, inputs)
    const answer = message === null ? null : known.answer(message, history)
    const role = toTextOrNull(event['role']) ?? ''
    const track = findTrack(history, role, tracks, pending !== null) ?? begin(role, tracks)
    const change = track.turns === 0 ? null : compareHistories(track, history, null)
    const kind = track.turns === 0 ? null : classifyCompaction(pending, change)
    const condenseId = `compaction-${at}`
    const ts = toTimeOrNull(event['timestamp'])
    const own = history.map((sent) =>
      entries.of(sent, {
        ts,
        isCopy: change?.copies.has(sent) ?? false,
        condenseId: kind !== null && change?.summary === sent ? condenseId : null,
      }),
    )
    if (kind !== null) {
      const before = listSent(track).map(entries.known)
      const id = change?.summary == null ? {} : { condenseId }
      session.condensation(
        { ...buildCondensationRecord(pending, ts), kind, ...id },
        before,
        own.slice(0, change?.kept),
      )
      pending = null
    }
    const reply =
      answer === null
        ? []
        : [entries.of(answer, { ts: readEndTime(event) ?? ts, isCopy: false, condenseId: null })]
    session.request(readRequestUsage(event, ts), own, reply)
    Object.assign(track, { history, answer, turns: track.turns + 1 })
  })
  const last = tracks.toSorted((a, b) => b.turns - a.turns)[0]
  const final = known.of(inputs.messages(sample.messages))
  const current = last === undefined || isPrefix(listSent(last), final) ? final : listSent(last)
  const marks = { ts: null, isCopy: false, condenseId: null }
  return {
    session: session.finish(current.map((sent) => entries.of(sent, marks))),
    unknownRefs: inputs.unknown(),
  }
}

function readAnswer(event: Fields, inputs: Inputs): Message | null {
  if (toTextOrNull(event['error']) !== null) return null
  const [choice] = readRecordList(readNestedFields(event, 'output')['choices'])
  const message = choice?.['message']
  const [stored] = readRecordList([message])
  if (stored === undefined) return null
  const answer = inputs.one({ ...stored, role: 'assistant' })
  return answer.content.length === 0 ? null : answer
}

/** The conversation that a call goes on with: it shares what was sent, or was just compacted. */
function findTrack(
  history: readonly Sent[],
  role: string,
  tracks: readonly Track[],
  isCompacted: boolean,
): Track | null {
  const now = new Set(history)
  const countShared = (track: Track): number => listSent(track).filter((sent) => now.has(sent)).length
  const grown = tracks.findLast(({ history: before }) => isPrefix(before, history))
  if (grown !== undefined) return grown
  const own = tracks.filter((track) => track.role === role)
  const [most] = own
    .map((track) => ({ track, count: countShared(track) }))
    .toSorted((a, b) => b.count - a.count)
  if (most !== undefined && most.count > 1) return most.track
  return isCompacted ? (own.at(-1) ?? null) : null
}

function begin(role: string, tracks: Track[]): Track {
  const track: Track = { role, history: [], answer: null, turns: 0 }
  tracks.push(track)
  return track
}

function listSent({ history, answer }: Track): readonly Sent[] {
  return answer === null ? history : [...history, answer]
}

function isPrefix(short: readonly Sent[], long: readonly Sent[]): boolean {
  return short.length <= long.length && short.every((sent, at) => sent === long[at])
}

const kinds: ReadonlyMap<string, NonNullable<RecordedCondensation['kind']>> = new Map([
  ['summary', 'summary'],
  ['edit', 'clearing'],
  ['trim', 'truncation'],
])

/** What a compaction was: in its own words where it was recorded, else by what it changed. */
function classifyCompaction(
  event: Fields | null,
  change: Change | null,
): RecordedCondensation['kind'] | null {
  if (event === null || change?.kind === 'opaque') return change?.kind ?? null
  return kinds.get(toTextOrNull(event['type']) ?? '') ?? change?.kind ?? 'summary'
}

function buildCondensationRecord(event: Fields | null, ts: number | null): RecordedCondensation {
  if (event === null) return ts === null ? {} : { ts }
  const readSize = (name: string): number | null => {
    const size = toNumberOrNull(event[name])
    return size === null || size < 0 ? null : size
  }
  return omitUnknown({
    ts: toTimeOrNull(event['timestamp']) ?? ts,
    trigger: toTextOrNull(readNestedFields(event, 'metadata')['trigger']),
    tokensBefore: readSize('tokens_before'),
    tokensAfter: readSize('tokens_after'),
  })
}

function readRequestUsage(event: Fields, ts: number | null): RequestUsage {
  const output = readNestedFields(event, 'output')
  const model = toTextOrNull(output['model']) ?? toTextOrNull(event['model'])
  const error = toTextOrNull(event['error'])
  const retries = toNumberOrNull(event['retries'])
  return {
    ...(ts === null ? {} : { ts }),
    ...(model === null ? {} : { modelId: model }),
    // What Inspect took from its own store cost nothing.
    ...(event['cache'] === 'read' ? {} : readCallUsage(output['usage'])),
    ...(readResponseTerms(readNestedFields(event, 'call', 'response')) ??
      readAskedTerms(readNestedFields(event, 'call', 'request'))),
    ...(error === null
      ? {}
      : cancelled.test(error)
        ? { cancelled: true }
        : { failureText: error.slice(0, 500) }),
    ...(retries !== null && Number.isInteger(retries) && retries > 0 ? { retries } : {}),
  }
}

function readEndTime(event: Fields): number | null {
  return toTimeOrNull(event['completed'])
}

/** Usage of a model call. Early versions had the cached tokens of some vendors in the input: the total tells. */
function readCallUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined || usage.input_tokens + usage.output_tokens === 0) return {}
  const { input_tokens: input, output_tokens: output, reasoning_tokens: reasoning, total_cost: cost } = usage
  const { input_tokens_cache_read: cacheReads, input_tokens_cache_write: cacheWrites } = usage
  const cached = (cacheReads ?? 0) + (cacheWrites ?? 0)
  const isWithin = cached > 0 && cached <= input && usage.total_tokens === input + output
  return {
    tokensIn: isWithin ? input - cached : input,
    tokensOut: output,
    ...omitUnknown({ cacheReads, cacheWrites, reasoningTokens: omitZero(reasoning), costUsd: cost }),
    isCacheApart: true,
  }
}
