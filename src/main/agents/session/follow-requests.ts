import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { compareHistories, type KnownMessage } from './compare-histories.ts'
import type { Entry } from './entry-order.ts'
import { createSessionBuilder, type BuiltSession } from './session-builder.ts'

/** A model call as a log recorded it: everything that it sent, without instructions and tools, and what came back. */
export type LoggedRequest = {
  readonly usage: RequestUsage
  readonly messages: readonly Message[]
  readonly answer: readonly Message[]
}

export type FollowOptions = {
  /** Whether a message is there to stay; one that is not, such as a complaint about an answer, may go unremarked. */
  readonly isLasting?: (message: Message) => boolean
}

/**
 * Follows the requests of one conversation, each of which holds its whole history. What one lacks or has changed of what
 * the one before it sent and got was condensed between them, unless the conversation went back to an earlier place.
 */
export function followRequests(
  requests: readonly LoggedRequest[],
  { isLasting = () => true }: FollowOptions = {},
): BuiltSession {
  const session = createSessionBuilder()
  const versions = createVersions()
  let [current, sent]: [readonly KnownMessage[], number] = [[], 0]
  let last: RequestUsage | null = null
  let condensations = 0
  for (const { usage, messages, answer } of requests) {
    const comparison = compareHistories({ known: current, sent }, messages, isLasting)
    const condenseId = `condensation-${condensations + 1}`
    const history = messages.map((message, at) => {
      const isSummary = comparison.kind === 'summary' && at === comparison.summary
      const marked = isSummary ? { ...message, isSummary: true, condenseId } : message
      return versions.of(marked, comparison.partners[at] ?? null, usage)
    })
    const { kind } = comparison
    if (kind !== null) {
      condensations += 1
      const kept = history.slice(0, comparison.grownFrom)
      const record = buildCondensationRecord(kind, { last, usage }, kind === 'summary' ? { condenseId } : {})
      session.condensation(record, toEntries(current), toEntries(kept))
    }
    const came = answer.map((message) => versions.of(message, null, usage))
    session.request(usage, toEntries(history), toEntries(came))
    current = [...history, ...came]
    sent = history.length
    last = usage
  }
  return session.finish(toEntries(current))
}

function toEntries(known: readonly KnownMessage[]): readonly Entry[] {
  return known.map(({ entry }) => entry)
}

/** Entries by what they say: a message that changes is another version of it, and one that comes back the same. */
function createVersions() {
  const known = new Map<KnownMessage, Map<string, KnownMessage>>()
  const roots = new Map<KnownMessage, KnownMessage>()
  return {
    of: (message: Message, partner: KnownMessage | null, usage: RequestUsage): KnownMessage => {
      const exact = buildExactKey(message)
      if (partner === null) {
        const fresh = { entry: { message: addRequestTime(message, usage) }, exact }
        roots.set(fresh, fresh)
        return fresh
      }
      if (partner.exact === exact) return partner
      const root = roots.get(partner) ?? partner
      const own = known.get(root) ?? new Map<string, KnownMessage>([[root.exact, root]])
      known.set(root, own)
      const version = own.get(exact) ?? {
        entry: { message: copyTime(message, root.entry.message), isCopy: true },
        exact,
      }
      own.set(exact, version)
      roots.set(version, root)
      return version
    },
  }
}

/** A message was written by the time of the request that sends it first. */
function addRequestTime(message: Message, { ts }: RequestUsage): Message {
  return message.ts !== undefined || ts === undefined || ts === null ? message : { ...message, ts }
}

function copyTime(message: Message, { ts }: Message): Message {
  return ts === undefined ? message : { ...message, ts }
}

/** What a message says to the byte, marks of the cache aside. */
function buildExactKey({ role, content }: Message): string {
  return JSON.stringify([role, typeof content === 'string' ? content : content.map(withoutCacheMark)])
}

function withoutCacheMark(block: ContentBlock): ContentBlock {
  return 'cache_control' in block ? { ...block, cache_control: undefined } : block
}

function buildCondensationRecord(
  kind: NonNullable<RecordedCondensation['kind']>,
  { last, usage }: { readonly last: RequestUsage | null; readonly usage: RequestUsage },
  more: Partial<RecordedCondensation>,
): RecordedCondensation {
  const [before, after] = [countContextTokens(last), countContextTokens(usage)]
  return {
    ts: usage.ts ?? null,
    kind,
    ...(before === null ? {} : { tokensBefore: before }),
    ...(after === null ? {} : { tokensAfter: after }),
    ...more,
  }
}

/** The context of a request by the vendor's count; null where it is not recorded. */
function countContextTokens(usage: RequestUsage | null): number | null {
  if (usage?.tokensIn === undefined) return null
  const apart = usage.isCacheApart === false ? 0 : (usage.cacheReads ?? 0) + (usage.cacheWrites ?? 0)
  return usage.tokensIn + apart
}
