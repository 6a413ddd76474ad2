/** A segment of the comparison. */
export type DiffSegment = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** What two changes may have in common by chance: a dot, a bracket, a space. */
const longestShred = 4

/**
 * Makes a comparison of words read well: where two changes are parted by a shred that both texts happen to share,
 * the three become one change, and what was removed stands before what was added. Both texts stay what they are.
 */
export function joinShreds(segments: readonly DiffSegment[]): readonly DiffSegment[] {
  const joined: DiffSegment[] = []
  let removed = ''
  let added = ''
  const flush = (): void => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (added !== '') joined.push({ kind: 'added', text: added })
    removed = added = ''
  }
  segments.forEach((segment, index) => {
    const next = segments[index + 1]
    const parts = removed + added !== '' && next !== undefined && next.kind !== 'same'
    const shred = segment.kind === 'same' && parts && isShred(segment.text)
    if (segment.kind === 'same' && !shred) {
      flush()
      joined.push(segment)
    }
    if (segment.kind === 'removed' || shred) removed += segment.text
    if (segment.kind === 'added' || shred) added += segment.text
  })
  flush()
  return joined
}

function isShred(text: string): boolean {
  return text.length <= longestShred && !/[\p{L}\p{N}\n]/u.test(text)
}
