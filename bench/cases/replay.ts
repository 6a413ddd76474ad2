import { join } from 'node:path'
import type { ReplayFigures } from '../children/play-replay.ts'
import { atMost, compareToJson, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJsonBelow } from '../lib/timing.ts'
import { writeGrowingTask } from '../lib/write-growing-task.ts'

const few = 644
const many = 6440
/** As long as the real task that was measured first, 70 times over. */
const condensedAfter = 92
/** Twice as many messages as requests. */
const armMessages = 2000
/** Times the JSON of the task: 30 s for the first, 12 s for the second where 1 MB takes 8 ms. */
const [usualMost, armsMost] = [450, 600]

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
        const figures = await runChild<ReplayFigures>('play-replay.ts', [join(folder, name), task, policies])
        return { ...figures, jsonMs: timeJsonBelow(task) }
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

type Played = ReplayFigures & { readonly jsonMs: number }

function usualFindings(what: string, [short, long]: readonly [short: Played, long: Played]): Finding[] {
  const { policies, requests, condensations, peakBytes, jsonMs } = long
  return [
    compareToJson(
      {
        what: `usual policies on ${many.toLocaleString('en-US')} messages, ${what}: processor time`,
        ms: long.cpuMs,
        jsonMs,
        note: `${policies} policies, ${requests.toLocaleString('en-US')} requests, ${condensations} condensations, ${(long.ms / 1000).toFixed(1)} s passed, peak ${(peakBytes / 1e6).toFixed(0)} MB`,
      },
      usualMost,
    ),
    {
      what: `ten times the messages, ${what}`,
      value: long.cpuMs / short.cpuMs,
      unit: 'x',
      target: atMost(12),
      note: `${short.cpuMs.toFixed(0)} ms on ${few} messages with ${short.condensations} condensations`,
    },
  ]
}

function armsFinding({ cpuMs, ms, jsonMs, policies, requests, condensations }: Played): Finding {
  const what = `${policies} arms over ${requests.toLocaleString('en-US')} requests, processor time`
  const note = `${condensations} condensations, ${(ms / 1000).toFixed(1)} s passed`
  return compareToJson({ what, ms: cpuMs, jsonMs, note }, armsMost)
}
