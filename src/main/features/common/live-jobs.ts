import { once } from 'node:events'
import { streamEvents, type EventOptions } from './stream-events.ts'

/** A job that goes on whoever watches it. */
export type LiveJob<Event> = {
  readonly run: (options: EventOptions<Event>) => Promise<void>
  /** What all hear last, once the job has ended. */
  readonly readLast: () => Promise<Event>
}

/** Jobs in progress by id: begun here, watched from anywhere, stopped by whoever knows the id. */
export type LiveJobs<Event> = {
  readonly begin: (id: string, job: LiveJob<Event>) => void
  /** `soFar` comes first. Null where no such job goes on; what became of it is stored. */
  readonly watch: (
    id: string,
    soFar: readonly Event[],
    signal: AbortSignal | undefined,
  ) => AsyncGenerator<Event, void> | null
  /** Resolves when the job has ended; false where no such job goes on. */
  readonly cancel: (id: string) => Promise<boolean>
  /** Cancels all, and waits for their ends. */
  readonly close: () => Promise<void>
}

type Running<Event> = {
  readonly controller: AbortController
  readonly listeners: Set<(event: Event) => void>
  readonly ended: Promise<void>
}

/** Nothing goes on yet. Runs and experiments are such jobs. */
export function createLiveJobs<Event>(): LiveJobs<Event> {
  const live = new Map<string, Running<Event>>()
  const stop = async ({ controller, ended }: Running<Event>): Promise<void> => {
    controller.abort()
    // Those who watch it hear of a failure.
    await ended.catch(() => undefined)
  }
  return {
    begin: (id, { run, readLast }) => {
      const controller = new AbortController()
      const listeners = new Set<(event: Event) => void>()
      const push = (event: Event): void => listeners.forEach((hear) => hear(event))
      const ended = run({ signal: controller.signal, push })
        // From here on, what became of it is read from the store.
        .finally(() => live.delete(id))
        .then(async () => push(await readLast()))
      ended.catch(() => undefined)
      live.set(id, { controller, listeners, ended })
    },
    watch: (id, soFar, signal) => {
      const job = live.get(id)
      if (job === undefined) return null
      return streamEvents<Event>(async (reader) => {
        soFar.forEach(reader.push)
        job.listeners.add(reader.push)
        await Promise.race([job.ended, once(reader.signal, 'abort')]).finally(() =>
          job.listeners.delete(reader.push),
        )
      }, signal)
    },
    cancel: async (id) => {
      const job = live.get(id)
      if (job !== undefined) await stop(job)
      return job !== undefined
    },
    close: async () => {
      await Promise.all([...live.values()].map(stop))
    },
  }
}
