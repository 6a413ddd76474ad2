import type { LibraryState } from '../../shared/domain/library.ts'

/** How far the background work on the Library has come; null until it is known. */
export function useLibraryState(): LibraryState | null {
  return null
}
