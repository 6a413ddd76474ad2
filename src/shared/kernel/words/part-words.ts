import type { MergeNote } from '../../experiments/experiment-part-types.ts'
import { assertNever } from '../assert-never.ts'
import { formatCountWithNoun, formatCount, indexRanges } from '../format-count-with-noun.ts'

/** What was noticed when parts were merged, as a sentence. */
export function mergeNoteText(note: MergeNote): string {
  switch (note.code) {
    case 'shard-twice':
      return `Shard ${note.shard.index} of ${note.shard.of} is there ${note.files.length === 2 ? 'twice' : `${note.files.length} times`}: ${note.files.join(', ')}.`
    case 'same-cells':
      return `${formatCountWithNoun(note.cells, 'cell')} ${isAre(note.cells)} in several parts with the same content. Each counts once.`
    case 'done-elsewhere':
      return `${formatCountWithNoun(note.cells, 'cell')} failed in one part and ${note.cells === 1 ? 'was' : 'were'} done in another, which counts.`
    case 'missing-shards':
      return `${note.indices.length === 1 ? 'Shard' : 'Shards'} ${indexRanges(note.indices)} of ${note.of} ${isAre(note.indices.length)} missing.`
    case 'unfinished-part':
      return `Shard ${note.shard.index} of ${note.shard.of} (${note.file}) ended early (${note.status}) and lacks ${formatCountWithNoun(note.cells, 'cell')}.`
    case 'missing-cells':
      return `${formatCountWithNoun(note.cells, 'cell')} of ${formatCount(note.outOf)} ${isAre(note.cells)} missing, such as ${note.first}.`
    default:
      return assertNever(note)
  }
}

function isAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}
