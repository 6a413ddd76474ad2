import type { ReplayPolicyEntry } from '../../src/shared/replay/replay-policy-types.ts'
import { openBuiltApp } from '../lib/open-built-app.ts'
import { timeOnce } from '../lib/timing.ts'

/** What playing a task again took. */
export type ReplayFigures = {
  /** Time at work on all threads, and time that passed, without opening the task. */
  readonly cpuMs: number
  readonly ms: number
  readonly requests: number
  readonly policies: number
  readonly condensations: number
  readonly peakBytes: number
}

const [dataFolder = '', taskFolder = '', policies = ''] = process.argv.slice(2)
const app = await openBuiltApp(dataFolder)
const { tasks } = await app.client.tasks.open({ kind: 'path', path: taskFolder })
const taskId = tasks[0]?.id ?? ''
// Written by the benchmark; those that a task is usually played under where it names none.
const chosen = policies === '' ? {} : { policies: JSON.parse(policies) as ReplayPolicyEntry[] }

const before = process.cpuUsage()
const { ms, value: result } = await timeOnce(async () => {
  for await (const event of await app.client.replay.run({ taskId, ...chosen }))
    if (event.kind === 'finished') return event.result
  throw new Error('the replay did not finish')
})
const { user, system } = process.cpuUsage(before)
await app.close()

const figures: ReplayFigures = {
  cpuMs: (user + system) / 1000,
  ms,
  requests: Math.max(...result.policies.map((policy) => policy.requests.length)),
  policies: result.policies.length,
  condensations: result.policies.reduce((sum, { firings }) => sum + firings.length, 0),
  peakBytes: process.resourceUsage().maxRSS * 1024,
}
console.log(JSON.stringify(figures))
