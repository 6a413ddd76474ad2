import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import type { PagePreference } from '../../shared/kernel/page-preferences.ts'
import { useEngine } from './engine-context.ts'

/**
 * Reads a preference again whenever this window gets the focus, as another window may have changed it. A value that
 * does not fit the schema counts as absent and is not reported.
 */
export function useChangedElsewhere<T>(
  key: PagePreference,
  schema: z.ZodType<T>,
  onFound: (value: T) => void,
): void {
  const { client } = useEngine()
  const look = useEffectEvent((): void => {
    if (document.visibilityState !== 'visible') return
    client.preferences.all().then(
      (all) => {
        const found = schema.safeParse(all[key])
        if (found.success) onFound(found.data)
      },
      // The present value stays. Whatever needs the engine reports that it is gone.
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
