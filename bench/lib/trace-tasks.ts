import type { Page } from 'playwright'

/** What the main thread of a page did without a pause, in milliseconds. */
export type LongestTask = {
  readonly ms: number
  /** The same without the time in which other processes had the processor; null where the browser does not tell. */
  readonly workedMs: number | null
  /** What took most of it, as the browser names it. */
  readonly what: string
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
    readonly data?: { readonly functionName?: string; readonly url?: string }
  }
}

const categories = ['toplevel', 'devtools.timeline', '__metadata', 'disabled-by-default-devtools.timeline']

/** The longest task of a page's main thread while something is done. Chromium alone can say. */
export async function longestTaskDuring(page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  // Chromium's own record, whose fields are those that it documents.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await work()
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended
  await session.detach()
  return longestOf(events)
}

function longestOf(events: readonly TraceEvent[]): LongestTask {
  const renderers = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`)
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && renderers.includes(`${pid} ${tid}`))
  const tasks = own.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
  const workOf = ({ tdur, dur = 0 }: TraceEvent): number => tdur ?? dur
  const [longest] = tasks.toSorted((a, b) => workOf(b) - workOf(a))
  if (longest === undefined) return { ms: 0, workedMs: 0, what: 'nothing' }
  const { ts, dur = 0, tdur } = longest
  const inside = own.filter(
    (event) => event !== longest && event.ts >= ts && event.ts + (event.dur ?? 0) <= ts + dur,
  )
  const named = inside
    .filter(({ name }) => !name.includes('RunTask'))
    .toSorted((a, b) => workOf(b) - workOf(a))
  const what = named
    .slice(0, 3)
    .map((event) => `${event.name}${nameOf(event)} ${(workOf(event) / 1000).toFixed(0)}`)
    .join(', ')
  return { ms: dur / 1000, workedMs: tdur === undefined ? null : tdur / 1000, what }
}

function nameOf({ args }: TraceEvent): string {
  const name = args?.data?.functionName
  return name === undefined || name === '' ? '' : ` ${name}`
}
