import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import { useEngine } from './engine-context.ts'

/**
 * Looks whenever somebody comes back to this window what is stored under a key of the preferences now, as another
 * window may have changed it; what does not fit the schema counts as absent, and is not told.
 */
export function useChangedElsewhere<T>(key: string, schema: z.ZodType<T>, onFound: (value: T) => void): void {
  const { client } = useEngine()
  const look = useEffectEvent((): void => {
    if (document.visibilityState !== 'visible') return
    client.preferences.all().then(
      (all) => {
        const found = schema.safeParse(all[key])
        if (found.success) onFound(found.data)
      },
      // What stands here goes on; a lost engine is told of by whatever needs it.
      () => undefined,
    )
  })
  useEffect(() => {
    const onReturn = (): void => look()
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
