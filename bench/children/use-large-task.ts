import { openBuiltApp } from '../lib/open-built-app.ts'
import { timeOnce } from '../lib/timing.ts'
import { watchLoop, type LoopDelay } from './watch-loop.ts'

/** What one process saw that opened a task, looked at it, counted it and ran a provider on it. */
export type LargeTaskFigures = {
  /** Milliseconds. */
  readonly openMs: number
  readonly rowsMs: number
  readonly rowsWhileCountingMs: number
  readonly inspectMs: number
  readonly runMs: number
  readonly progressEvents: number
  readonly messages: number
  /** Peak resident memory in bytes, each up to that point. */
  readonly peakStarted: number
  readonly peakOpened: number
  readonly peakInspected: number
  readonly peakRun: number
  readonly delayOpening: LoopDelay
  readonly delayInspecting: LoopDelay
  readonly delayRunning: LoopDelay
}

const [dataFolder = '', taskFolder = ''] = process.argv.slice(2)
const peak = (): number => process.resourceUsage().maxRSS * 1024
const app = await openBuiltApp(dataFolder)
const { tasks, runs } = app.client
const peakStarted = peak()

const opening = await watchLoop(() => timeOnce(() => tasks.show({ kind: 'path', path: taskFolder })))
const taskId = opening.value.value.tasks[0]?.id ?? ''
const rows = await timeOnce(() => tasks.get({ taskId }))
const peakOpened = peak()

let progressEvents = 0
let rowsWhileCountingMs = Number.NaN
const inspecting = await watchLoop(() =>
  timeOnce(async () => {
    for await (const event of await tasks.inspect({ taskId })) {
      if (event.kind !== 'progress') continue
      progressEvents += 1
      if (progressEvents === 3) rowsWhileCountingMs = (await timeOnce(() => tasks.get({ taskId }))).ms
    }
  }),
)
const peakInspected = peak()

const running = await watchLoop(() =>
  timeOnce(async () => {
    const { id } = await runs.start({ taskId, providerId: 'lossless', presetId: 'default' })
    for await (const event of await runs.watch({ runId: id })) {
      if (event.kind === 'finished' && event.run.status !== 'condensed')
        throw new Error(`run ${event.run.status}`)
    }
    await runs.rows({ runId: id })
  }),
)
const peakRun = peak()
await app.close()

const figures: LargeTaskFigures = {
  openMs: opening.value.ms,
  rowsMs: rows.ms,
  rowsWhileCountingMs,
  inspectMs: inspecting.value.ms,
  runMs: running.value.ms,
  progressEvents,
  messages: rows.value.rows.length,
  peakStarted,
  peakOpened,
  peakInspected,
  peakRun,
  delayOpening: opening.delay,
  delayInspecting: inspecting.delay,
  delayRunning: running.delay,
}
console.log(JSON.stringify(figures))
