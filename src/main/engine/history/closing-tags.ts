import { lowerBound } from '../../../shared/lib/numbers.ts'

/** Offset of the first closing tag of a name from an offset on; -1 where there is none. */
export type FindClosing = (name: string, from: number) => number

const closingTag = /<\/([A-Za-z][\w-]*)>/g

/**
 * Finds closing tags of one text. The text is gone through once, at the first question: a search for each tag that is
 * opened would go through the rest of it for every one that is never closed.
 */
export function createFindClosing(text: string): FindClosing {
  let places: ReadonlyMap<string, readonly number[]> | undefined
  return (name, from) => {
    places ??= closingPlaces(text)
    const own = places.get(name)
    return own === undefined ? -1 : (own[lowerBound(own, from)] ?? -1)
  }
}

function closingPlaces(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const { 1: name = '', index } of text.matchAll(closingTag)) {
    const own = places.get(name)
    if (own === undefined) places.set(name, [index])
    else own.push(index)
  }
  return places
}
