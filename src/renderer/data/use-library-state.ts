import { useSyncExternalStore } from 'react'
import type { LibraryState } from '../../shared/domain/library.ts'
import { useEngine } from './engine-context.ts'

/** How far the background work on the Library has come; null until it is known. */
export function useLibraryState(): LibraryState | null {
  const { library } = useEngine()
  return useSyncExternalStore(library.subscribe, library.state)
}
