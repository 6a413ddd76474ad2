import { join } from 'node:path'
import type { ReplayFigures } from '../children/play-replay.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { writeGrowingTask } from '../lib/write-growing-task.ts'

const few = 644
const many = 6440
/** As long as the real task that was measured first, 70 times over. */
const condensedAfter = 92
/** Twice as many messages as requests. */
const armMessages = 2000

/** Arms of every kind, each at a share of the window or as its agent does. */
const arms = [
  'lossless',
  'truncation',
  'native',
  'sliding-window',
  'smart/balanced',
  'smart/aggressive',
  'composed/claude-code',
  'composed/codex-local',
  'composed/opencode',
  'composed/gemini-cli',
  'composed/pi',
  'composed/openhands',
]

/** Replay of a task that the agent condensed again and again, and of one that was never condensed, whose policies condense again and again. */
export const replay: Benchmark = {
  id: 'replay',
  title: 'Replay through the production build: the usual policies on a long task, and 12 arms',
  measure: () =>
    inTemporaryFolder(async (folder) => {
      await ensureBuild()
      const play = async (name: string, messages: number, { condensedAfter = Infinity, policies = '' }) => {
        const task = join(folder, `${name}-task`)
        writeGrowingTask(task, makeHistory({ seed: 7, messages, linesPerFile: 40 }), condensedAfter)
        return runChild<ReplayFigures>('play-replay.ts', [join(folder, name), task, policies])
      }
      const condensed = [
        await play('short-condensed', few, { condensedAfter }),
        await play('condensed', many, { condensedAfter }),
      ] as const
      const grown = [await play('short', few, {}), await play('long', many, {})] as const
      const entries = arms.map((arm) => {
        const [provider = '', preset] = arm.split('/')
        return { id: arm.replace('/', '-'), provider, ...(preset === undefined ? {} : { preset }) }
      })
      const armed = await play('arms', armMessages, { policies: JSON.stringify(entries) })
      return [
        ...usualFindings(`condensed by the agent after every ${condensedAfter} messages`, condensed),
        ...usualFindings('requests that send all that came before, 2 million tokens at last', grown),
        armsFinding(armed),
      ]
    }),
}

function usualFindings(
  what: string,
  [short, long]: readonly [short: ReplayFigures, long: ReplayFigures],
): Finding[] {
  const { policies, requests, condensations, peakBytes } = long
  return [
    {
      what: `usual policies on ${many.toLocaleString('en-US')} messages, ${what}: processor time`,
      value: long.cpuMs,
      unit: 'ms',
      target: atMost(30_000),
      note: `${policies} policies, ${requests.toLocaleString('en-US')} requests, ${condensations} condensations, ${(long.ms / 1000).toFixed(1)} s passed, peak ${(peakBytes / 1e6).toFixed(0)} MB`,
    },
    {
      what: `ten times the messages, ${what}`,
      value: long.cpuMs / short.cpuMs,
      unit: 'x',
      target: atMost(12),
      note: `${short.cpuMs.toFixed(0)} ms on ${few} messages with ${short.condensations} condensations`,
    },
  ]
}

function armsFinding({ cpuMs, ms, policies, requests, condensations }: ReplayFigures): Finding {
  return {
    what: `${policies} arms over ${requests.toLocaleString('en-US')} requests, processor time`,
    value: cpuMs,
    unit: 'ms',
    target: atMost(60_000),
    note: `${condensations} condensations, ${(ms / 1000).toFixed(1)} s passed`,
  }
}
