import type { LibrarySearch } from '../domain/library.ts'
import { showControls } from './show-controls.ts'

const mostNamed = 3

/** What is searched for instead of words with signs: `“C++” is searched as “c”, “.NET” as “net”`. */
export function leftOutSignsWords(leftOutSigns: LibrarySearch['leftOutSigns']): string {
  const named = leftOutSigns.slice(0, mostNamed)
  const others = leftOutSigns.length - named.length
  const words = named.map(
    ({ typed, searched }, at) => `“${showControls(typed)}” ${at === 0 ? 'is searched ' : ''}as “${searched}”`,
  )
  return [...words, ...(others === 0 ? [] : [`and ${others} more`])].join(', ')
}
