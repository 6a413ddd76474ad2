import { useEffect } from 'react'
import { useEngine } from './engine-context.ts'

/** Keeps what is shown of the library current, as long as the window is open. Mounted once. */
export function useLibraryEvents(): void {
  const { library } = useEngine()
  useEffect(() => library.follow(), [library])
}
