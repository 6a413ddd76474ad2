import type { Expanded } from '../../../../shared/condense/runs-contract.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'

/** What `expand` says on stderr about a verified source; `out` is the file that it wrote, null where there is none. */
export function expandNotes(expanded: Expanded, out: string | null): string {
  const { sameBytes, difference, restoredFromStore } = expanded
  const what = sameBytes ? 'The source, byte for byte, is in' : 'The messages of the source are in'
  const notes = [
    out === null ? '' : `${what} ${out}\n`,
    sameBytes ? '' : `The file itself was formatted differently: ${difference}.\n`,
    restoredFromStore === 0
      ? ''
      : `${formatCountWithNoun(restoredFromStore, 'part')} came from the store, because the result no longer has them.\n`,
  ]
  return notes.join('')
}
