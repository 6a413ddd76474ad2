import type { AlignedRow } from '../../shared/domain/aligned-row.ts'
import type { Dewpoint } from '../compose.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { indexRanges } from '../../shared/lib/index-ranges.ts'
import { diffTexts, diffText, type DiffPiece } from './output/word-diff.ts'
import { oneLine } from './output/figures.ts'

/** What became of one message of the source, or one that the provider wrote. */
export type MessageDiff = {
  readonly source: number | null
  readonly result: number | null
  readonly fate: AlignedRow['fate']
  readonly reasons: readonly string[]
  /** Messages of the source, ascending, that became this one result together; absent where it is made of one. */
  readonly replaces?: readonly number[]
  /**
   * Empty where a message went away as a whole: its text is in the source. What was made of several messages is compared
   * with none of them: its first entry has it as added, and the others nothing.
   */
  readonly pieces: readonly DiffPiece[]
}

/** Every changed message of a run, in order, with the word diff of its text. */
export async function messageDiffs(
  client: Dewpoint['client'],
  runId: string,
): Promise<readonly MessageDiff[]> {
  const diffs: MessageDiff[] = []
  const rows = await client.runs.rows({ runId })
  const bySources = Map.groupBy(rows, ({ result }) => result?.index ?? null)
  for (const row of rows.filter(({ fate }) => fate !== 'kept')) {
    const source = row.source?.index ?? null
    const result = row.result?.index ?? null
    const group = result === null ? [row] : (bySources.get(result) ?? [row])
    const replaces = group.flatMap((one) => one.source?.index ?? [])
    const isMerged = replaces.length > 1
    const isAsked = result !== null && (!isMerged || row.groupStart)
    const texts = isAsked
      ? await client.runs.texts({ runId, sourceIndex: isMerged ? null : source, resultIndex: result })
      : null
    diffs.push({
      source,
      result,
      fate: row.fate,
      reasons: [...new Set(row.reasons.map(({ reason }) => reason))],
      ...(isMerged ? { replaces } : {}),
      pieces: texts === null ? [] : diffTexts(texts.source?.text ?? '', texts.result?.text ?? ''),
    })
  }
  return diffs
}

/**
 * One changed message for people: where it was, where it is, why, and what changed. What several messages became is said
 * once, with their places.
 */
export function messageDiffText(
  { source, result, fate, reasons, replaces, pieces }: MessageDiff,
  hasColour: boolean,
): string {
  if (replaces !== undefined && source !== replaces[0]) return ''
  const from = replaces === undefined ? placeOf(source) : `#${indexRanges(replaces)}`
  const why = reasons.map((reason) => oneLine(reason, 200)).join('; ')
  const count = replaces === undefined ? '' : ` (${countOf(replaces.length, 'message')})`
  const head = `@@ ${from} -> ${placeOf(result)} ${fate}${count}${why === '' ? '' : `: ${why}`}\n`
  return pieces.length === 0 ? head : `${head}${diffText(pieces, hasColour)}\n`
}

const placeOf = (index: number | null): string => (index === null ? '-' : `#${index}`)
