import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../../src/main/agents/import-task.ts'
import {
  messageItems,
  readItems,
  sentItems,
  type RecordedRequest,
} from '../../src/main/agents/testing/sent-items.ts'
import type { Driver } from './agent.ts'
import { compareArm, movedSurroundings, type ArmOfAgent, type KnownArmDifference } from './compare-arm.ts'
import { cline } from './drivers/cline.ts'
import { codex } from './drivers/codex.ts'
import { geminiCli } from './drivers/gemini-cli.ts'
import { openCode } from './drivers/open-code.ts'
import { pi } from './drivers/pi.ts'
import { qwenCode } from './drivers/qwen-code.ts'
import { answersByCondensation } from './run-alone.ts'

const real = resolve(import.meta.dirname, '../../../shared/data')
const recorded = join(real, 'recorded')

type Answered = RecordedRequest & { readonly answer: { readonly text: string } }

/** Where a session lies, and the settings of its recording where they are not those of the driver. */
type Recording = readonly [
  folder: string,
  session: RegExp,
  driver: Driver,
  settings: Driver['arm']['settings'],
  reasons: readonly (readonly string[])[],
]

const nothingNew = expect.stringMatching(/^nothing but the earlier summary/)

const recordings: readonly Recording[] = [
  ['opencode', /export\.json$/, openCode, {}, [[], []]],
  ['codex', /rollout-.*\.jsonl$/, codex, {}, [[], [expect.stringMatching(/surroundings/)]]],
  ['gemini', /chats[\\/]session-.*\.jsonl$/, geminiCli, {}, [[expect.stringMatching(/twice/)]]],
  ['qwen', /chats[\\/].*\.jsonl$/, qwenCode, {}, [[], []]],
  // Half of its window less system prompt and tools, which the recording has by name alone.
  [
    'cline',
    /\.messages\.json$/,
    cline,
    { window: 48_000, inputLimit: 48_000, keep: { share: 0, tokens: 17_000 } },
    [[], []],
  ],
  ['pi', /sessions.*\.jsonl$/, pi, { keep: { tokens: 10_000 } }, [[], [nothingNew]]],
  ['pi-0.87', /sessions.*\.jsonl$/, pi, { keep: { tokens: 10_000 } }, [[]]],
]

function requestsIn(folder: string): readonly Answered[] {
  const lines = readFileSync(join(recorded, folder, 'requests.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line): Answered => JSON.parse(line))
}

describe.skipIf(!existsSync(recorded))('the arm of an agent', () => {
  it.each(recordings)(
    'condenses the recorded session of %s as the agent did, message by message',
    async (folder, session, driver, settings, reasons) => {
      const storage = join(recorded, folder, 'storage')
      const [name = ''] = readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter((path) =>
        session.test(path),
      )
      const requests = requestsIn(folder)
      const arm = { ...driver.arm, settings: { ...driver.arm.settings, ...settings } }
      const answers = answersByCondensation(
        requests.map(({ kind, answer }) => ({ kind, answer: answer.text })),
      )
      const task = await importTask(join(storage, name))
      const findings = await compareArm(task, sentItems(requests, driver.form), answers, arm)
      expect(findings.flatMap(({ unknown }) => unknown ?? [])).toEqual([])
      expect(findings.map((finding) => finding.reasons)).toEqual(reasons)
    },
  )
})

/** The server's own summary cannot be read, and one session was recorded without it. */
const encrypted: KnownArmDifference = {
  reason: 'the summary is encrypted',
  without: (items) => items.filter((item) => item[1] !== 'undefined' && item[1] !== 'the summary'),
}
const asCodex = { settings: { window: 272_000 }, known: [movedSurroundings, encrypted] }

describe.skipIf(!existsSync(real))('the arm of an agent that a person worked with', () => {
  it.each<[string, string, ArmOfAgent, number]>([
    [
      'Codex 0.14x',
      'codex-rollout/EntityProcess__agentv__00-34f597b72d-1',
      { id: 'codex-local', ...asCodex },
      2,
    ],
    [
      'Codex 0.142',
      'codex-rollout/EntityProcess__agentv__33-5841c2d678-0',
      { id: 'codex-local', ...asCodex },
      1,
    ],
    [
      'Codex 0.119',
      'codex-rollout/savekirk__session-bridge__27-787ded68f8-0',
      { id: 'codex-remote-like', ...asCodex },
      1,
    ],
    ['pi', 'pi-session/raquezha__pi.dev__96-2b1009dcd7-0', { id: 'pi', settings: {} }, 1],
  ])('keeps what %s kept', async (_name, folder, arm, condensations) => {
    const task = await importTask(join(real, folder, 'full.jsonl'))
    const said = task.messages.filter(({ isSummary }) => isSummary === true).flatMap(messageItems)
    const answers = task.usage.condensations.map((_, at) => [said[at]?.[1] ?? 'It cannot be read.'])
    const findings = await compareArm(task, readItems(task), answers, arm)
    expect(findings.map(({ unknown }) => unknown)).toEqual(Array.from({ length: condensations }, () => null))
  })
})
