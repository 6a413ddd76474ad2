import { StoreFailure } from './store-failure.ts'
import type { Store } from './store.ts'

/**
 * A store over a copy that is thrown away: what a person asks to be kept is refused, what is kept of the tasks on disk and of
 * computations goes into the copy, so that everything can be read. `where` is the database that cannot be written to.
 */
export function refuseWrites(store: Store, where: string): Store {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new StoreFailure({
        code: 'read-only',
        message: 'The data folder cannot be written to; nothing was stored',
        where,
        hint: 'What is stored can be read. To store more, give yourself the right to write there, or set DEWPOINT_HOME to another folder.',
      }),
    )
  const { runs, tasks, library, preferences, profiles, prompts, presets, pins, experiments } = store
  return {
    ...store,
    isReadOnly: true,
    tasks: { ...tasks, forget: refuse },
    library: { ...library, removeFolder: refuse },
    runs: { ...runs, insertRunning: refuse, finish: refuse, remove: refuse },
    preferences: { ...preferences, set: refuse },
    profiles: { ...profiles, save: refuse, remove: refuse },
    prompts: { ...prompts, create: refuse, addVersion: refuse, rename: refuse, remove: refuse },
    presets: { ...presets, create: refuse, addVersion: refuse, describe: refuse, remove: refuse },
    keyPermits: { ...store.keyPermits, allow: refuse },
    pins: { ...pins, add: refuse, remove: refuse, clear: refuse },
    experiments: {
      ...experiments,
      insert: refuse,
      claim: refuse,
      finish: refuse,
      remove: refuse,
      saveCell: refuse,
      removeFailedCells: refuse,
      rate: refuse,
    },
    answers: { ...store.answers, put: refuse },
    // What was spent has to be known the next time.
    spending: { ...store.spending, reserve: refuse, settle: refuse },
  }
}
