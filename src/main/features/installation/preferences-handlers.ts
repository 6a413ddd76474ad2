import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'

/** Handlers of the `preferences` area. */
export function createPreferencesHandlers({ store }: Pick<Services, 'store'>) {
  const area = implementer.preferences
  return {
    all: area.all.handler(async () => ({ ...(await store.preferences.all()) })),
    set: area.set.handler(({ input }) => store.preferences.set(input.key, input.value)),
  }
}
