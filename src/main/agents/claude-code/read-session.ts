import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { isRecord, omitUnknown, toTextOrNull, type Fields } from '../json/fields.ts'
import { isCompactionBlock } from '../messages/blocks.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { readAnthropicUsage, readCompactionUsage } from '../usage/read-anthropic-usage.ts'
import { createBranches } from './branch.ts'
import { createEntries } from './entries.ts'
import { createPauses } from './idle-compaction.ts'
import { holdsCompaction, isSynthetic, readLineBlocks, type Transcript, type TreeLine } from './lines.ts'
import { createUnrecordedClearing } from './unrecorded-clearing.ts'
import { isShown } from './way.ts'

export type ReadTranscript = {
  readonly session: BuiltSession
  /** How often a line named a parent that is not in the file. */
  readonly gaps: number
}

/** Reads a transcript from its first line to its last: each response is a request, and each boundary a condensation. */
export function readTranscript(transcript: Transcript): ReadTranscript {
  const { lines, byUuid } = transcript
  const branches = createBranches(transcript)
  const entries = createEntries(transcript)
  const session = createSessionBuilder()
  const clearing = createUnrecordedClearing(transcript)
  const [describePause, findServerCompaction] = [createPauses(transcript), createServerCompactions()]
  let cleared: ReadonlySet<string> = new Set()
  const responses = new Set<string>()
  const buildHistory = (leaf: TreeLine | null, before: number) =>
    entries.of(branches.upTo(leaf, before).lines, cleared)
  const summaryOf = createSummaries(transcript)
  /** The last line so far that was sent or answered. */
  let lastSent: TreeLine | null = null
  let asideFrom = 0
  const setAside = (before: number): void => {
    session.aside(entries.of(lines.slice(asideFrom, before).filter(isShown), new Set()))
    asideFrom = before
  }
  for (const line of lines) {
    const before = line.at
    if (isBoundary(line)) {
      const summary = summaryOf(line)
      const last = byUuid.get(toTextOrNull(line.value['logicalParentUuid']) ?? '') ?? lastSent
      // What follows may be the same list, grown.
      const history = [...buildHistory(last, before)]
      cleared = new Set()
      clearing.reset()
      const after =
        summary === undefined ? buildHistory(line, before + 1) : buildHistory(summary, summary.at + 1)
      session.condensation(describePause(line, buildCondensation(line, summary ?? null)), history, after)
    } else if (line.value['subtype'] === 'microcompact_boundary') {
      const leaf = branches.findParent(line) ?? lastSent
      const history = buildHistory(leaf, before)
      cleared = new Set([...cleared, ...listClearedIds(line)])
      clearing.reset()
      session.condensation(buildClearing(line), history, buildHistory(leaf, before))
    } else if (line.responseKey !== null && !isSynthetic(line) && !responses.has(line.responseKey)) {
      responses.add(line.responseKey)
      const parent = branches.findParent(line)
      const unsent = clearing.findClearedIds(line, buildHistory(parent, before), cleared)
      cleared = unsent.length === 0 ? cleared : new Set([...cleared, ...unsent])
      const own = transcript.responses.get(line.responseKey) ?? []
      const [usage, sent] = [readRequestUsage(line, own), buildHistory(parent, before)]
      const answer = entries.of([line], cleared)
      session.request(usage, sent, answer)
      const record = findServerCompaction(line, own, { ...usage, request: responses.size - 1 })
      if (record !== null) session.condensation(record, [...sent, ...answer], answer)
      setAside(before)
    }
    if (line.message !== null && !isSynthetic(line)) lastSent = line
  }
  const leaf = findLeaf(lines, summaryOf)
  const end = findLastBehind(leaf, lines, leaf === null ? [] : branches.keptBy(leaf)) ?? leaf
  const { lines: last, gaps } = branches.upTo(end, lines.length)
  const current = entries.of(last, cleared)
  session.aside(current)
  setAside(lines.length)
  return { session: session.finish(current), gaps }
}

/** Finds the summary behind a boundary, else the first line that follows it. Each line is looked at once for all boundaries. */
function createSummaries({ lines }: Transcript): (boundary: TreeLine) => TreeLine | undefined {
  const summaries = new Map<TreeLine, TreeLine>()
  /** By the boundary that they follow, which has an id of its own. */
  const followers = new Map<string, TreeLine>()
  const boundaries = new Set<string>()
  let last: TreeLine | null = null
  for (const line of lines) {
    const { parentUuid } = line
    if (parentUuid !== null && boundaries.has(parentUuid) && !followers.has(parentUuid))
      followers.set(parentUuid, line)
    if (isBoundary(line)) {
      boundaries.add(line.uuid)
      last = line
    } else if (line.value['isCompactSummary'] === true && last !== null && !summaries.has(last))
      summaries.set(last, line)
  }
  return (boundary) => summaries.get(boundary) ?? followers.get(boundary.uuid)
}

function isBoundary({ value }: TreeLine): boolean {
  return value['subtype'] === 'compact_boundary'
}

/** What the next prompt hangs on: the last response, or a compaction behind it that has its summary. */
function findLeaf(
  lines: readonly TreeLine[],
  summaryOf: (boundary: TreeLine) => TreeLine | undefined,
): TreeLine | null {
  const answer = lines.findLast((line) => line.responseKey !== null && !isSynthetic(line))
  const boundary = lines.slice((answer?.at ?? -1) + 1).findLast(isBoundary)
  const isCompacted = boundary !== undefined && summaryOf(boundary) !== undefined
  return (isCompacted ? boundary : answer) ?? lines.at(-1) ?? null
}

/** What was typed or answered behind the last response, as far as it hangs on it, or on what a compaction kept. */
function findLastBehind(
  leaf: TreeLine | null,
  lines: readonly TreeLine[],
  kept: Iterable<TreeLine>,
): TreeLine | null {
  if (leaf === null) return null
  const behind = new Set([leaf, ...kept].map(({ uuid }) => uuid))
  let last: TreeLine | null = null
  for (const line of lines.slice(leaf.at + 1)) {
    if (line.parentUuid === null || !behind.has(line.parentUuid)) continue
    behind.add(line.uuid)
    last = line
  }
  return last
}

/** The last line of a response has the whole usage; the first one says when it was asked for. */
function readRequestUsage(first: TreeLine, lines: readonly TreeLine[]): RequestUsage {
  const model = toTextOrNull(first.message?.['model'])
  const requestId = toTextOrNull(first.value['requestId'])
  return {
    ts: first.ts,
    ...(model === null ? {} : { modelId: model }),
    callId: [first.messageId, requestId].filter((id) => id !== null).join(' '),
    ...readAnthropicUsage((lines.at(-1) ?? first).message?.['usage'], model, lines.some(holdsCompaction)),
  }
}

function buildCondensation(boundary: TreeLine, summary: TreeLine | null): RecordedCondensation {
  const metadata = isRecord(boundary.value['compactMetadata']) ? boundary.value['compactMetadata'] : {}
  const trigger = toTextOrNull(metadata['trigger'])
  const content = summary?.message?.['content']
  return {
    ts: boundary.ts,
    kind: 'summary',
    // What is recorded as the size behind it is that of the messages alone; the next request has that of the context.
    ...(trigger === null ? {} : { trigger }),
    ...numberAs('tokensBefore', metadata['preTokens']),
    ...numberAs('durationMs', metadata['durationMs']),
    ...omitUnknown({ agentVersion: toTextOrNull(boundary.value['version']) }),
    ...(metadata['precomputed'] === true ? { isPrecomputed: true } : {}),
    ...(summary === null ? {} : { condenseId: summary.uuid }),
    ...(typeof content === 'string' ? { summaryText: content } : {}),
  }
}

type Response = RequestUsage & { readonly request: number }

/** Finds the compactions that the server made in the middle of responses, each of which went on from its summary. */
function createServerCompactions() {
  /** What the last response sent and got. */
  let lastTokens = 0
  return (first: TreeLine, own: readonly TreeLine[], usage: Response): RecordedCondensation | null => {
    const record = buildServerCompaction(first, own, { ...usage, lastTokens })
    lastTokens = (usage.contextTokens ?? sumInput(usage)) + (usage.tokensOut ?? 0)
    return record
  }
}

function buildServerCompaction(
  first: TreeLine,
  own: readonly TreeLine[],
  usage: Response & { readonly lastTokens: number },
): RecordedCondensation | null {
  const compacted = own.find(holdsCompaction)
  if (compacted === undefined) return null
  const used = readCompactionUsage((own.at(-1) ?? first).message?.['usage'])
  const block = readLineBlocks(compacted).findLast(isCompactionBlock)
  const summaryText = toTextOrNull(block?.['content'])
  const { ts, modelId } = usage
  return {
    ts: first.ts,
    kind: summaryText === null ? 'opaque' : 'summary',
    trigger: 'auto',
    condenseId: first.uuid,
    request: usage.request,
    ...omitUnknown({ summaryText }),
    ...(used === null
      ? {}
      : // The call may have read less than the context that it closed.
        {
          tokensBefore: Math.max(sumInput(used), usage.lastTokens),
          usage: { ...used, ...omitUnknown({ ts, modelId }) },
        }),
    tokensAfter: usage.contextTokens ?? sumInput(usage),
  }
}

function sumInput({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }: RequestUsage): number {
  return tokensIn + cacheReads + cacheWrites
}

function buildClearing(boundary: TreeLine): RecordedCondensation {
  const trigger = toTextOrNull(readMetadata(boundary)['trigger'])
  // The sizes that are recorded with it are those of results, and not of the context.
  return { ts: boundary.ts, kind: 'clearing', ...(trigger === null ? {} : { trigger }) }
}

function listClearedIds(boundary: TreeLine): readonly string[] {
  const ids = readMetadata(boundary)['compactedToolIds']
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

function readMetadata({ value }: TreeLine): Fields {
  return isRecord(value['microcompactMetadata']) ? value['microcompactMetadata'] : {}
}

function numberAs<Name extends string>(name: Name, value: unknown): Partial<Record<Name, number>> {
  // One key of the record, the one that was named.
  return typeof value === 'number' && value >= 0 ? ({ [name]: value } as Record<Name, number>) : {}
}
