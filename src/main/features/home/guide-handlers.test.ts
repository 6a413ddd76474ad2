import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goals } from '../../../shared/home/answer-types.ts'
import { describeAnswer } from '../../../shared/home/answers-words.ts'
import { describeAdvice, listBasisNotes } from '../../../shared/home/guide-words.ts'
import { startRunBench, type RunBench } from '../../testing/run-bench.ts'
import { resourcesFolder, startDewpoint } from '../../testing/start-dewpoint.ts'
import { readMeasurement } from './guide-evidence.ts'
import { standingArmIds } from './standing-arms.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

/** A copy of what is bundled, with other texts in the files of the measurement. */
async function changedResources(change: (json: string, report: string) => readonly [string, string]) {
  const root = await mkdtemp(join(tmpdir(), 'dewpoint-guide-'))
  const folder = join(root, 'resources')
  await cp(join(resourcesFolder, 'measurement'), join(folder, 'measurement'), { recursive: true })
  await cp(join(resourcesFolder, '..', 'package.json'), join(root, 'package.json'))
  const paths = ['measurement.json', 'report.html'].map((name) => join(folder, 'measurement', name))
  const [json = '', report = ''] = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  const changed = change(json, report)
  for (const [at, path] of paths.entries()) await writeFile(path, changed[at] ?? '')
  return { folder, clean: () => rm(root, { recursive: true, force: true }), root }
}

describe('the bundled measurement', () => {
  it('is verified: its figures are what its data come to', async () => {
    const { text } = await bench.client.guide.report()
    expect(await bench.client.experiments.verify({ text })).toMatchObject({ ok: true, differences: [] })
  })

  it('is not once a figure or a value of a cell is changed', async () => {
    const { text } = await bench.client.guide.report()
    for (const changed of [
      text.replace(/(data-figure="Results[^"]*reduction[^"]*"[^>]*>[^<]*?)[1-8]/i, '$19'),
      text.replace(/"reduction":\d/, '"reduction":9'),
    ]) {
      expect(changed).not.toBe(text)
      expect(await bench.client.experiments.verify({ text: changed })).toMatchObject({ ok: false })
    }
  })

  it('is small, and of every arm that is measured for Home', async () => {
    const { measurement, report } = await readMeasurement(resourcesFolder)
    expect(JSON.stringify(measurement).length + report.length).toBeLessThan(1_000_000)
    expect(measurement.tasks).toBeGreaterThanOrEqual(12)
    expect(Object.keys(measurement.arms)).toEqual(standingArmIds)
  })

  it('is what the guide goes by while nobody has tasks, by the rule of Home', async () => {
    for (const goal of goals) {
      const advice = await bench.client.guide.recommend({ answers: {}, goal })
      expect(advice.basis).toMatchObject({ kind: 'bundled', ownTasks: 0 })
      expect(advice.recommendation?.id ?? null).toBe(advice.answer?.recommended)
      expect(advice.naming).toEqual(advice.answer?.naming)
      // Of five recorded condensations, and figures that a trick wins, nobody can be named.
      expect(describeAdvice(advice)).toMatch(/^No method (?:can be named|stands out) on the 13 bundled tasks/)
    }
  })

  it.each([
    [
      'a figure of the report',
      (json: string, report: string) => [json, report.replace(/\d %/, '9 %')] as const,
    ],
    [
      'the file beside it',
      (json: string, report: string) => [json.replace('"version":1', '"version":2'), report] as const,
    ],
  ])('is refused where somebody has changed %s, and the guide says so', async (_, change) => {
    const { folder, root, clean } = await changedResources(change)
    await expect(readMeasurement(folder)).rejects.toMatchObject({ where: join(folder, 'measurement') })
    const dewpoint = await startDewpoint(root, { resourcesFolder: folder })
    const { basis, recommendation } = await dewpoint.client.guide.recommend({ answers: {} })
    expect([basis.kind, recommendation]).toEqual(['none', null])
    await dewpoint.close()
    await clean()
  })

  it('names the arms that have changed since', async () => {
    const { folder, root, clean } = await changedResources((json, report) => [
      json.replace(/"smart-balanced":"[0-9a-f]{4}/, '"smart-balanced":"0000'),
      report,
    ])
    const dewpoint = await startDewpoint(root, { resourcesFolder: folder })
    const { basis } = await dewpoint.client.guide.recommend({ answers: {} })
    expect(basis).toMatchObject({ stale: ['Smart: Balanced'] })
    expect(listBasisNotes(basis).join(' ')).toContain('Changed since')
    await dewpoint.close()
    await clean()
  })
})

describe('the guide over tasks of a person', () => {
  it('goes by the bundled ones where nothing could be measured on five of theirs', async () => {
    const own = await startRunBench()
    const texts = [
      'quick brown foxes',
      'seven green boats',
      'cold winter mornings',
      'an old clock',
      'loud rain',
    ]
    for (const text of texts)
      await own.open([
        { role: 'user', content: `Write about ${text}.` },
        { role: 'assistant', content: 'Gladly.' },
        { role: 'user', content: 'Thanks.' },
        { role: 'assistant', content: 'Bye.' },
      ])
    for await (const event of await own.client.answers.measure({})) expect(event).not.toHaveProperty('error')
    const answer = await own.client.answers.get({})
    expect(answer).toMatchObject({ tasks: 0, tooShort: 5 })
    expect(describeAnswer(answer)).toBe(
      'No agent condensed any of your 5 tasks, or came so far that it would.',
    )
    const { basis, arms } = await own.client.guide.recommend({ answers: {} })
    expect(basis).toMatchObject({ kind: 'bundled', ownTasks: 0 })
    expect(arms.length).toBeGreaterThan(10)
    await own.clean()
  })

  it('goes by them once five are measured, to the digit as Home does', async () => {
    const { client } = bench
    const folder = join(resourcesFolder, 'samples')
    for (const path of [
      'codex/sessions/2026/08/20/rollout-2026-08-20T11-25-44-6ab07b16-3432-4f08-a270-3a49160d231a.jsonl',
      'claude-code/projects/-home-mara-code-tidewatch/294bcd80-4ce7-41a2-a2a2-69ea4cd9ed1f.jsonl',
      'claude-code/projects/-home-ines-src-postbox/433fb214-8c10-4510-a363-436bd5545560.jsonl',
      'cline/sessions/1784628355000_qwiet/1784628355000_qwiet.messages.json',
      'copilot-cli/session-state/784daa9b-ba7c-455b-add0-51be70dae0f4/events.jsonl',
    ])
      await bench.openPath(join(folder, path))
    for await (const event of await client.answers.measure({})) expect(event).not.toHaveProperty('error')
    for (const goal of goals) {
      const answer = await client.answers.get({ goal })
      const advice = await client.guide.recommend({ answers: {}, goal })
      expect(advice.basis).toEqual({ kind: 'library', tasks: answer.tasks })
      // What happened, where to set it, and what could not be read, is said on Home alone.
      const { agents, unreadable, happened: _, baselines: __, ...shared } = answer
      const isAny = answer.recommended !== null
      expect({ agents: agents.length > 0, unreadable }).toEqual({ agents: isAny, unreadable: [] })
      expect(advice.answer).toEqual(shared)
      expect(advice.recommendation?.id).toBe(answer.recommended ?? undefined)
      expect(isAny || describeAdvice(advice) === describeAnswer(answer)).toBe(true)
    }
  })
})
