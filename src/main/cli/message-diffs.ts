import type { AlignedRow } from '../../shared/domain/aligned-row.ts'
import type { Dewpoint } from '../compose.ts'
import { diffTexts, diffText, type DiffPiece } from './output/word-diff.ts'
import { oneLine } from './output/figures.ts'

/** What became of one message of the source, or one that the provider wrote. */
export type MessageDiff = {
  readonly source: number | null
  readonly result: number | null
  readonly fate: AlignedRow['fate']
  readonly reasons: readonly string[]
  /** Empty where a message went away as a whole: its text is in the source. */
  readonly pieces: readonly DiffPiece[]
}

/** Every changed message of a run, in order, with the word diff of its text. */
export async function messageDiffs(
  client: Dewpoint['client'],
  runId: string,
): Promise<readonly MessageDiff[]> {
  const diffs: MessageDiff[] = []
  for (const row of (await client.runs.rows({ runId })).filter(({ fate }) => fate !== 'kept')) {
    const source = row.source?.index ?? null
    const result = row.result?.index ?? null
    const texts =
      result === null ? null : await client.runs.texts({ runId, sourceIndex: source, resultIndex: result })
    diffs.push({
      source,
      result,
      fate: row.fate,
      reasons: [...new Set(row.reasons.map(({ reason }) => reason))],
      pieces: texts === null ? [] : diffTexts(texts.source?.text ?? '', texts.result?.text ?? ''),
    })
  }
  return diffs
}

/** One changed message for people: where it was, where it is, why, and what changed. */
export function messageDiffText(
  { source, result, fate, reasons, pieces }: MessageDiff,
  hasColour: boolean,
): string {
  const place = [source, result].map((index) => (index === null ? '-' : `#${index}`)).join(' -> ')
  const head = `@@ ${place} ${fate}${reasons.length === 0 ? '' : `: ${reasons.map((reason) => oneLine(reason, 200)).join('; ')}`}\n`
  return pieces.length === 0 ? head : `${head}${diffText(pieces, hasColour)}\n`
}
