import { useEffect } from 'react'
import { useEngine } from '../data/engine-context.ts'

/** Alt with an arrow goes back and forward. Browsers do that themselves; the desktop's window does not. */
export function useHistoryKeys(): void {
  const { host } = useEngine()
  useEffect(() => {
    if (host.door === 'browser') return
    const listener = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.key === 'ArrowLeft') history.back()
      else if (event.key === 'ArrowRight') history.forward()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [host])
}
