import { countOf } from '../lib/count-of.ts'

/** Where a record begins to count cached tokens in another way. */
export function countingNotes({
  changes,
}: {
  readonly changes: readonly { readonly request: number; readonly isOnTop: boolean }[]
}): string[] {
  const way = (isOnTop: boolean): string => (isOnTop ? 'on top of the input' : 'as part of the input')
  const rest = changes.length - mostNamed
  return [
    ...changes
      .slice(0, mostNamed)
      .map(
        ({ request, isOnTop }) =>
          `From request ${request} on cached tokens are recorded ${way(isOnTop)}, before that ${way(!isOnTop)}, as by an agent that was updated on the way: each is read in its own way.`,
      ),
    ...(rest > 0 ? [`How cached tokens are recorded changes ${countOf(rest, 'more time')} after that.`] : []),
  ]
}

const mostNamed = 3
