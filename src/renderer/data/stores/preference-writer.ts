import type { z } from 'zod'
import type { PagePreference } from '../../../shared/kernel/page-preferences.ts'
import type { Client } from '../connection/client.ts'

/** JSON, as preferences are stored. */
export type PreferenceValue = z.core.util.JSONType

/** Stores preferences so that what was set last is what is kept. */
export type PreferenceWriter = {
  readonly set: (key: PagePreference, value: PreferenceValue) => void
  /** Sends at once what still waits for its turn, as when the window goes away. */
  readonly flush: () => void
}

/**
 * Sends one value of a key at a time: two requests at once may arrive in either order, and the older value would stay. Of
 * what is set meanwhile only the newest is sent. A failure to store loses nothing but the memory of a value.
 */
export function createPreferenceWriter(client: Client): PreferenceWriter {
  const sending = new Set<PagePreference>()
  const waiting = new Map<PagePreference, PreferenceValue>()
  const send = (key: PagePreference, value: PreferenceValue): void => {
    sending.add(key)
    const onEnd = (): void => {
      sending.delete(key)
      const next = waiting.get(key)
      if (next === undefined) return
      waiting.delete(key)
      send(key, next)
    }
    client.preferences.set({ key, value }).then(onEnd, onEnd)
  }
  return {
    set: (key, value) => {
      if (sending.has(key)) waiting.set(key, value)
      else send(key, value)
    },
    flush: () => {
      const left = [...waiting]
      waiting.clear()
      for (const [key, value] of left) send(key, value)
    },
  }
}
