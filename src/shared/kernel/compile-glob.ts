import { expandForks, type GlobPlaces, type Place } from './glob-places.ts'
import { parseGlob } from './parse-glob.ts'

/** A glob as `compileGlob` makes it. */
export type Glob = {
  readonly start: GlobPlaces
  /**
   * The places after a piece of a path, which begins where a name does: `src/` of `src/a.ts`. There are none where
   * nothing below can match. With `isLink` no `**` stands for it.
   */
  readonly advance: (from: GlobPlaces, piece: string, isLink?: boolean) => GlobPlaces
  readonly matches: (path: string) => boolean
}

/**
 * A glob with `*`, `**`, `?`, `[…]`, `{a,b}` and `{1..3}`, held against paths with `/` in as many steps as both are long,
 * multiplied. It is at all of its places at once and never goes back: the usual way, through a regular expression, takes longer
 * than anybody lives for some globs, and both these and the paths may come from anybody. With `dot`, a `*`, `?` or `[`
 * stands for the dot at the beginning of a name, too.
 */
export function compileGlob(pattern: string, { dot = false }: { readonly dot?: boolean } = {}): Glob {
  const start = expandForks([parseGlob(pattern)('end')])
  const advance: Glob['advance'] = (from, piece, isLink = false) => {
    let places = from
    let isFirst = true
    for (const char of piece) {
      if (places.size === 0) break
      const isHidden = isFirst && char === '.' && !dot
      const next: Place[] = []
      for (const place of places)
        if (
          place !== 'end' &&
          !(place.isWild && isHidden) &&
          !(place.isDeep && isLink) &&
          place.accepts(char)
        )
          next.push(place.next)
      places = expandForks(next)
      isFirst = char === '/'
    }
    return places
  }
  return { start, advance, matches: (path) => advance(start, path).has('end') }
}
