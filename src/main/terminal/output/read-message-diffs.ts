import type { AlignedRow } from '../../../shared/condense/aligned-row-types.ts'
import type { DiffSegment } from '../../../shared/document/join-shreds.ts'
import { formatCountWithNoun, indexRanges } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import type { TextRun } from '../terminal.ts'
import { formatOneLine } from './figures.ts'
import { createDiffer, diffRuns } from './word-diff.ts'

/** What became of one message of the source, or one that the provider wrote. */
export type MessageDiff = {
  readonly source: number | null
  readonly result: number | null
  readonly fate: AlignedRow['fate']
  readonly reasons: readonly string[]
  /**
   * Messages of the source, ascending, that became this one result together; absent where it is made of one, and empty
   * at the later ones of very many.
   */
  readonly replaces?: readonly number[]
  /**
   * Empty where a message went away as a whole: its text is in the source. What was made of several messages is compared
   * with none of them: its first entry has it as added, and the others nothing.
   */
  readonly pieces: readonly DiffSegment[]
  /** Set where there are no pieces because all messages together are too much to compare. */
  readonly isLeftOut?: true
}

/** Rows whose texts are asked for at once. */
const rowsAtOnce = 200
/** Each message of a group names them all; those of larger groups are named at the first of them alone. */
const mostNamedAgain = 1000

/**
 * Every changed message of a run, in order, with the word diff of its text. Where together they are too much to compare,
 * the later ones come without.
 */
export async function readMessageDiffs(
  client: Dewpoint['client'],
  runId: string,
  differ = createDiffer(),
): Promise<readonly MessageDiff[]> {
  const rows = await client.runs.rows({ runId })
  const bySources = Map.groupBy(rows, ({ result }) => result?.index ?? null)
  const changed = rows.filter(({ fate }) => fate !== 'kept').map((row) => describeRow(row, bySources))
  const diffs: MessageDiff[] = []
  for (let start = 0; start < changed.length; start += rowsAtOnce) {
    const some = changed.slice(start, start + rowsAtOnce)
    const asked = some.flatMap(({ texts }) => texts ?? [])
    const answers = asked.length === 0 ? [] : await client.runs.manyTexts({ runId, rows: asked })
    let at = 0
    for (const { texts, ...diff } of some) {
      const answer = texts === null ? undefined : answers[at]
      if (texts !== null) at += 1
      const pieces = answer && differ.diff(answer.source?.text ?? '', answer.result?.text ?? '')
      diffs.push({ ...diff, pieces: pieces ?? [], ...(pieces === null ? { isLeftOut: true } : {}) })
    }
  }
  return diffs
}

type RowPlaces = { readonly sourceIndex: number | null; readonly resultIndex: number | null }

/** A changed row, and which texts are compared for it, if any. */
function describeRow(
  row: AlignedRow,
  bySources: ReadonlyMap<number | null, readonly AlignedRow[]>,
): Omit<MessageDiff, 'pieces'> & { readonly texts: RowPlaces | null } {
  const source = row.source?.index ?? null
  const result = row.result?.index ?? null
  const group = result === null ? [row] : (bySources.get(result) ?? [row])
  const isMerged = group.length > 1
  const isAsked = result !== null && (!isMerged || row.groupStart)
  const isNamed = row.groupStart || group.length <= mostNamedAgain
  return {
    source,
    result,
    fate: row.fate,
    reasons: [...new Set(row.reasons.map(({ reason }) => reason))],
    ...(isMerged ? { replaces: isNamed ? group.flatMap((one) => one.source?.index ?? []) : [] } : {}),
    texts: isAsked ? { sourceIndex: isMerged ? null : source, resultIndex: result } : null,
  }
}

/** What to say of messages that were not compared; empty where all were. */
export function describeLeftOutDiffs(diffs: readonly MessageDiff[]): string {
  const leftOut = diffs.filter(({ isLeftOut }) => isLeftOut === true).length
  if (leftOut === 0) return ''
  return `\nDiff of ${formatCountWithNoun(leftOut, 'message')} left out: all of them together are too large. Compare one by one with \`dewpoint serve\`.\n`
}

/**
 * One changed message for people: where it was, where it is, why, and what changed. What several messages became is said
 * once, with their places.
 */
export function buildMessageDiffRuns({
  source,
  result,
  fate,
  reasons,
  replaces,
  pieces,
  isLeftOut,
}: MessageDiff): readonly TextRun[] {
  if (replaces !== undefined && source !== replaces[0]) return []
  const from = replaces === undefined ? formatMessagePlace(source) : `#${indexRanges(replaces)}`
  const why = reasons.map((reason) => formatOneLine(reason, 200)).join('; ')
  const count = replaces === undefined ? '' : ` (${formatCountWithNoun(replaces.length, 'message')})`
  const head = `@@ ${from} -> ${formatMessagePlace(result)} ${fate}${count}${why === '' ? '' : `: ${why}`}\n`
  if (isLeftOut === true) return [head, '(left out)\n']
  return pieces.length === 0 ? [head] : [head, ...diffRuns(pieces), '\n']
}

const formatMessagePlace = (index: number | null): string => (index === null ? '-' : `#${index}`)
