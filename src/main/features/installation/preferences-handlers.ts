import { isPagePreference } from '../../../shared/kernel/page-preferences.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'

/** Handlers of the `preferences` area. */
export function createPreferencesHandlers({ store }: Pick<Services, 'store'>) {
  const area = implementer.preferences
  return {
    all: area.all.handler(async () => ({ ...(await store.preferences.all()) })),
    set: area.set.handler(({ input: { key, value } }) => {
      if (!isPagePreference(key))
        throw new Problem({
          code: 'not-allowed',
          message: `${key} is no preference of the page`,
          where: key,
          hint: 'What Dewpoint itself keeps is set where it is shown: in Settings, or by its command.',
        })
      return store.preferences.set(key, value)
    }),
  }
}
