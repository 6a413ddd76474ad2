import { append } from './append.ts'

/** A place in a glob where a character is read: which one may be there, and the place after it. */
type Sign = {
  readonly accepts: (char: string) => boolean
  /** Stands for characters that it does not name: of a `*`, `?` or `[`. */
  readonly isWild: boolean
  /** Of a `**`, which goes through no links. */
  readonly isDeep: boolean
  readonly next: Place
}
/** A place that stands for several at once. */
type Fork = { readonly to: Place[] }
export type Place = Sign | Fork | 'end'

/** Places where a character is read, or the end. */
export type GlobPlaces = ReadonlySet<Sign | 'end'>

/** The places that forks lead to. */
export function expandForks(from: readonly Place[]): GlobPlaces {
  const open = [...from]
  const seen = new Set<Place>()
  const found = new Set<Sign | 'end'>()
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    if (place === 'end' || 'next' in place) found.add(place)
    else append(open, place.to)
  }
  return found
}

/** A piece of a glob, which goes on at `next`. */
export type Piece = (next: Place) => Place

export const readOne =
  (accepts: Sign['accepts'], { isWild = false, isDeep = false } = {}): Piece =>
  (next) => ({ accepts, isWild, isDeep, next })

export const readAlternatives =
  (alternatives: readonly Piece[]): Piece =>
  (next) => ({ to: alternatives.map((piece) => piece(next)) })

export const readInOrder =
  (pieces: readonly Piece[]): Piece =>
  (next) =>
    pieces.reduceRight((after, piece) => piece(after), next)

export const readRepeated =
  (piece: Piece, least: 0 | 1): Piece =>
  (next) => {
    const loop: Fork = { to: [next] }
    const first = piece(loop)
    loop.to.push(first)
    return least === 0 ? loop : first
  }
