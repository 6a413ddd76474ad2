import type { Piscina } from 'piscina'
import { Recent } from '../../../shared/kernel/recent.ts'
import type { WorkerAnswer } from './job.ts'
import { createSlots, type Slots } from './slots.ts'

/** Threads for jobs of one kind. */
export type Lane = {
  /** Whether somebody waits for these jobs, or nobody looks at them. */
  readonly priority: 'interactive' | 'background'
  /** Threads at most. */
  readonly threads: number
  /** Jobs that a thread does at once, taking turns. Where it is 1, a thread belongs to its job and ends with it if need be. */
  readonly jobsPerThread: number
  /** An idle thread holds a parsed history. After this it gives the memory back, in milliseconds. */
  readonly idleMs: number
  /** Whether a history that a thread holds serves the next job. Otherwise a thread that holds much ends with its job. */
  readonly keepsHistory: boolean
}

/** A worker thread while it lives: a pool of one. */
export type Thread = {
  readonly piscina: Piscina
  /** Ends it with whatever it does. What others did there is done again in another one. */
  readonly end: () => Promise<void>
}

/** What a job works on, as far as its place depends on it. */
type Request = {
  /** A history, by any key that tells it from others: its jobs go where the last one was; null for no history. */
  readonly history: string | null
  /** Whether the history is so large that two threads with it would be too much. */
  readonly isLarge: boolean
  readonly signal?: AbortSignal | undefined
}

/** All worker threads of a process. */
export type ThreadPool<Name extends string> = {
  /**
   * Has a job done in a thread of a lane as soon as there is room. Rejects with the signal's reason where that comes
   * before its turn, or ends its thread.
   */
  readonly run: <T>(
    lane: Name,
    request: Request,
    work: (thread: Thread) => Promise<WorkerAnswer<T>>,
  ) => Promise<T>
  /** Ends the threads of a lane, with what they hold open. What they do is done again in others. */
  readonly endThreads: (lane: Name) => Promise<void>
  readonly close: () => Promise<void>
}

type LiveThread = Thread & {
  readonly hasEnded: () => boolean
  jobs: number
  /** What it held after its last job, in bytes. */
  heldBytes: number
  timer: NodeJS.Timeout | undefined
}

type OpenLane = Lane & {
  readonly slots: Slots
  readonly live: Set<LiveThread>
  /** Where the last job on a history was done. */
  readonly places: Recent<LiveThread>
}

/** Histories whose threads are remembered; more than threads keep open. */
const remembered = 64

/**
 * Threads that start when there is work and end when nobody has needed them for long, in lanes that do not wait for each
 * other. `start` opens a pool of one thread for a lane; an idle thread that holds more than `mostHeldBytes` makes
 * room when somebody opens a large history.
 */
export function createThreadPool<Name extends string>(
  lanes: Readonly<Record<Name, Lane>>,
  start: (lane: Name) => Piscina,
  mostHeldBytes: number,
): ThreadPool<Name> {
  const open = new Map<Name, OpenLane>()
  const listThreads = (): LiveThread[] => [...open.values()].flatMap(({ live }) => [...live])
  let isClosed = false

  const makeRoom = async (kept: LiveThread): Promise<void> => {
    const idle = listThreads().filter((thread) => thread !== kept && thread.jobs === 0)
    await Promise.all(idle.filter(({ heldBytes }) => heldBytes > mostHeldBytes).map(({ end }) => end()))
  }

  return {
    run: (name, { history, isLarge, signal }, work) => {
      const lane = open.get(name) ?? openLane(lanes[name])
      open.set(name, lane)
      return lane.slots.use(async () => {
        for (;;) {
          if (isClosed) throw new Error('The worker threads have ended.')
          const thread = chooseThread(lane, history, () => openThread(lane.live, start(name)))
          clearTimeout(thread.timer)
          thread.jobs += 1
          try {
            if (isLarge && lane.priority === 'interactive') await makeRoom(thread)
            if (thread.hasEnded()) continue
            const { output, heldBytes } = await work(thread)
            thread.heldBytes = heldBytes
            return output
          } catch (error) {
            signal?.throwIfAborted()
            if (!thread.hasEnded()) throw error
          } finally {
            rest(thread, lane, mostHeldBytes)
          }
        }
      }, signal)
    },
    endThreads: async (name) => {
      await Promise.all([...(open.get(name)?.live ?? [])].map(({ end }) => end()))
    },
    close: async () => {
      isClosed = true
      await Promise.all(listThreads().map(({ end }) => end()))
    },
  }
}

function openLane(lane: Lane): OpenLane {
  // Nothing may wait within a thread: where it ends, nobody starts another one for what waits in it.
  const slots = createSlots(lane.threads * lane.jobsPerThread)
  return { ...lane, slots, live: new Set(), places: new Recent(remembered) }
}

/** A thread without a job ends after a while, or at once where it holds much that serves nobody. */
function rest(thread: LiveThread, { keepsHistory, idleMs }: Lane, mostHeldBytes: number): void {
  thread.jobs -= 1
  if (thread.jobs > 0 || thread.hasEnded()) return
  if (!keepsHistory && thread.heldBytes > mostHeldBytes) void thread.end()
  else thread.timer = setTimeout(() => void thread.end(), idleMs).unref()
}

function openThread(live: Set<LiveThread>, piscina: Piscina): LiveThread {
  const thread: LiveThread = {
    piscina,
    jobs: 0,
    heldBytes: 0,
    timer: undefined,
    hasEnded: () => !live.has(thread),
    end: async () => {
      clearTimeout(thread.timer)
      live.delete(thread)
      await piscina.destroy()
    },
  }
  // An answer that comes after its end, or what goes wrong while it is idle: nobody waits for it, and it must not end the process.
  piscina.on('error', () => void thread.end())
  live.add(thread)
  return thread
}

/** Where the last job on the history was, as long as no other thread is idle or has much less to do. */
function chooseThread(
  { live, threads, places }: OpenLane,
  history: string | null,
  startThread: () => LiveThread,
): LiveThread {
  const freest = [...live].reduce<LiveThread | null>(
    (best, thread) => (best === null || thread.jobs < best.jobs ? thread : best),
    null,
  )
  const leastJobs = live.size < threads ? 0 : (freest?.jobs ?? 0)
  const known = history === null ? undefined : places.find(history)
  if (known !== undefined && !known.hasEnded() && known.jobs <= (leastJobs === 0 ? 0 : leastJobs + 1))
    return known
  const chosen = freest === null || freest.jobs > leastJobs ? startThread() : freest
  if (history !== null) {
    places.forget(history)
    places.get(history, () => chosen)
  }
  return chosen
}
