import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryEntry } from '../../../shared/experiments/experiment-file-types.ts'
import { type Comparison, keptFigure } from '../../../shared/home/answer-types.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startRunBench, type RunBench } from '../../testing/run-bench.ts'
import { resourcesFolder } from '../../testing/start-dewpoint.ts'
import { standingArmIds } from './standing-arms.ts'

const claudeSample = join(
  resourcesFolder,
  'samples/claude-code/projects/-home-mara-code-tidewatch/294bcd80-4ce7-41a2-a2a2-69ea4cd9ed1f.jsonl',
)

const codexSample = join(
  resourcesFolder,
  'samples/codex/sessions/2026/08/20/rollout-2026-08-20T11-25-44-6ab07b16-3432-4f08-a270-3a49160d231a.jsonl',
)

let bench: RunBench
const taskIds: string[] = []
beforeAll(async () => {
  bench = await startRunBench()
  for (const path of [claudeSample, codexSample]) taskIds.push(await bench.openPath(path))
})
afterAll(() => bench.clean())

async function measure(ids: readonly string[]): Promise<number> {
  let measured = 0
  for await (const event of await bench.client.answers.measure({ taskIds: [...ids] }))
    measured += event.kind === 'progress' ? 1 : -100 * event.failed.length
  return measured
}

async function compare(input: { arms?: string[]; at?: number }): Promise<Comparison> {
  for await (const event of await bench.client.answers.compare({ taskId: taskIds[0] ?? '', ...input }))
    if (event.kind === 'finished') return event.comparison
  throw new Error('It ended without a comparison.')
}

describe('the answer', () => {
  it('is that of an experiment with the same arms and tasks, to the digit, and kept once it is measured', async () => {
    expect((await bench.client.answers.get({ taskIds })).tasks).toBe(0)
    expect(await measure(taskIds)).toBe(2)
    expect(await measure(taskIds)).toBe(0)
    const answer = await bench.client.answers.get({ taskIds })
    expect(answer).toMatchObject({ tasks: 2, ofTasks: 2, tooShort: 0, isSample: false })
    expect(answer.arms.map(({ id }) => id).toSorted()).toEqual([...standingArmIds].toSorted())
    const text = JSON.stringify({
      name: 'The same',
      tasks: taskIds,
      variants: standingArmIds.map((id) => ({ id, arm: id })),
    })
    const { summary } = await bench.client.experiments.start({ text })
    for await (const event of await bench.client.experiments.watch({ experimentId: summary.id }))
      if (event.kind === 'finished') break
    const { variants } = await bench.client.experiments.results({ experimentId: summary.id })
    expect(answer.arms.filter(({ costedTasks }) => costedTasks !== 2)).toEqual([])
    // All others are compared with what was recorded.
    expect(answer.arms.find(({ id }) => id === 'recorded')?.costUsdPerTask).toBe(0)
    for (const { id, metrics } of variants) {
      const arm = answer.arms.find((one) => one.id === id)
      const { reduction, 'continuation-recall': kept, 'change-of-bill': bill } = metrics
      const costs = bill === undefined ? [null, 0] : [bill.mean, bill.tasks]
      expect([id, arm?.costUsdPerTask, arm?.costedTasks]).toEqual([id, ...costs])
      expect([id, arm?.savedPercent, arm?.savedInterval]).toEqual([
        id,
        reduction?.mean,
        // Of two tasks there is no interval.
        null,
      ])
      expect(arm?.figures['continuation-recall']?.value).toBe(kept?.mean)
    }
  })

  it('adds tasks up in the order in which an experiment over the whole library does', async () => {
    for (const agent of ['cline', 'copilot-cli', 'claude-code'])
      await bench.client.tasks.open({ kind: 'path', path: join(resourcesFolder, 'samples', agent) })
    const text = JSON.stringify({
      name: 'All',
      tasks: [libraryEntry],
      variants: [{ id: 'a', arm: 'lossless' }],
    })
    const { summary } = await bench.client.experiments.start({ text })
    for await (const event of await bench.client.experiments.watch({ experimentId: summary.id }))
      if (event.kind === 'finished') break
    const { plan } = await bench.client.experiments.get({ experimentId: summary.id })
    const planned = plan.checkpoints.map(({ taskId }) => taskId)
    expect(planned.length).toBeGreaterThan(1)
    expect(planned).toEqual(planned.toSorted())
  })
})

describe('sessions that a task had done', () => {
  it('are no tasks of the person, and what they condensed is their task’s', async () => {
    const session = '0b2f38c9-79a0-442a-b81f-64b191fe82cf'
    const lines = await readFile(claudeSample, 'utf8')
    const folder = await mkdtemp(join(tmpdir(), 'family-'))
    const subagent = join(folder, session, 'subagents', 'agent-a2018e5.jsonl')
    await mkdir(dirname(subagent), { recursive: true })
    await writeFile(join(folder, `${session}.jsonl`), lines)
    const ofSubagent = lines
      .replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a2018e5"')
      .replaceAll('294bcd80-4ce7-41a2-a2a2-69ea4cd9ed1f', session)
      // Another history than that of the session, or it is a copy.
      .replaceAll('harbour', 'port')
      .replaceAll('"timestamp":"2026-10', '"timestamp":"2026-11')
    await writeFile(subagent, ofSubagent)
    const opened = await bench.client.tasks.open({ kind: 'path', path: folder })
    const ids = opened.tasks.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(await measure(ids)).toBe(2)
    const both = await bench.client.answers.get({ taskIds: ids })
    expect(both).toMatchObject({ tasks: 1, ofTasks: 1, tooShort: 0 })
    expect(both.happened).toMatchObject({ condensations: 2, condensedTasks: 1 })
    expect(both.baselines?.tasks).toBe(1)
    const alone = await bench.client.answers.get({ taskIds: ids.slice(0, 1) })
    expect(alone).toMatchObject({ tasks: 1, ofTasks: 1, happened: { condensations: 1 } })
    expect(both.baselines?.recordedUsd).toBeCloseTo(2 * (alone.baselines?.recordedUsd ?? 0), 6)
    await rm(folder, { recursive: true })
  })
})

describe('a session in two files', () => {
  it('is one task, also where a text was masked in one of them', async () => {
    const lines = await readFile(codexSample, 'utf8')
    const folder = await mkdtemp(join(tmpdir(), 'copies-'))
    await writeFile(join(folder, 'full.jsonl'), lines)
    await writeFile(join(folder, 'kept.jsonl'), lines.replaceAll('frame', '*****'))
    const opened = await bench.client.tasks.open({ kind: 'path', path: folder })
    const ids = opened.tasks.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(await bench.client.answers.get({ taskIds: ids })).toMatchObject({ ofTasks: 1, copies: 1 })
    await rm(folder, { recursive: true })
  })
})

describe('a comparison', () => {
  it('has each arm at the cut, with what it leaves, takes and keeps', async () => {
    const { cut, arms } = await compare({ arms: ['truncation-balanced', 'claude-code', 'opencode-prune'] })
    expect(cut).toMatchObject({ index: 44, reason: 'recorded' })
    expect(arms.map(({ id, label }) => [id, label]).slice(0, 2)).toEqual([
      ['recorded', 'What Claude Code did'],
      ['truncation-balanced', 'Truncation: Balanced'],
    ])
    expect(arms.map(({ id }) => id).slice(2)).toEqual(['claude-code', 'opencode-prune'])
    for (const { tokensAfter, saved, valid } of arms) {
      expect((tokensAfter ?? 0) + (saved ?? 0)).toBe(cut?.tokens)
      expect(valid).toBe(true)
    }
    const [recorded, truncation, claude] = arms
    expect(recorded).toMatchObject({ isExtracted: false, tokensAfter: 294, outcome: 'condensed' })
    expect([truncation?.isExtracted, claude?.isExtracted]).toEqual([false, true])
    expect(claude?.certainty).toBe('approximation')
    // It leaves more than the agent did, and each request after it reads that.
    expect([recorded?.changeUsd, recorded?.breakEvenRequests, claude?.breakEvenRequests]).toEqual([
      0,
      null,
      null,
    ])
    expect(claude?.changeUsd).toBeGreaterThan(0)
  })

  it('is cut where it is asked to be, and refuses what cannot be', async () => {
    const { cut, arms } = await compare({ arms: ['lossless'], at: 11 })
    expect(cut?.index).toBeGreaterThan(8)
    expect(cut?.index).toBeLessThan(14)
    expect(arms.map(({ id }) => id)).toEqual(['lossless'])
    expect(await catchProblem(compare({ arms: ['lossless'], at: 100_000 }))).toMatchObject({
      code: 'bad-input',
    })
    expect(await catchProblem(compare({ arms: ['nobody'] }))).toMatchObject({
      code: 'not-found',
      where: 'arm',
    })
  })
})

describe('the result of a compared arm', () => {
  const arm = 'truncation-balanced'

  it('is a run at the cut with the sizes of its row, kept once it was opened', async () => {
    const { cut, arms } = await compare({ arms: [arm] })
    const taskId = taskIds[0] ?? ''
    const at = cut?.index ?? 0
    const { id } = await bench.client.answers.result({ taskId, arm, at })
    for await (const event of await bench.client.runs.watch({ runId: id }))
      if (event.kind === 'finished') break
    const run = await bench.client.runs.get({ runId: id })
    expect(run).toMatchObject({ cut: at, status: 'condensed', model: null })
    expect(run.outcome?.stats).toMatchObject({
      originalTokens: cut?.tokens,
      finalTokens: arms[1]?.tokensAfter,
    })
    const rows = await bench.client.runs.rows({ runId: id })
    expect(rows.filter(({ source }) => source !== null)).toHaveLength(cut?.messages ?? 0)
    const quality = await bench.client.quality.ofRun({ runId: id })
    const kept = quality.measured.find(({ metric }) => metric === 'continuation-recall')
    expect(kept?.value).toBe(arms[1]?.figures['continuation-recall'])
    const keptEqually = quality.measured.find(({ metric }) => metric === keptFigure)
    expect(keptEqually?.value).toBe(arms[1]?.figures[keptFigure])
    expect(keptEqually?.value).toEqual(expect.any(Number))
    expect(await bench.client.answers.result({ taskId, arm, at })).toMatchObject({ id })
  })

  it('is what the agent did where that is asked for, with every message of its source beside it', async () => {
    const { cut, arms } = await compare({ arms: ['recorded'] })
    const { id } = await bench.client.answers.result({
      taskId: taskIds[0] ?? '',
      arm: 'recorded',
      at: cut?.index ?? 0,
    })
    for await (const event of await bench.client.runs.watch({ runId: id }))
      if (event.kind === 'finished') break
    const run = await bench.client.runs.get({ runId: id })
    expect(run.outcome?.stats.finalTokens).toBe(arms[0]?.tokensAfter)
    const rows = await bench.client.runs.rows({ runId: id })
    expect(rows.filter(({ source }) => source !== null)).toHaveLength(cut?.messages ?? 0)
    // Nobody ran anything, so that it is among no runs.
    const listed = await bench.client.runs.list({ taskId: taskIds[0] })
    expect(listed.map(({ providerId }) => providerId)).not.toContain('recorded')
    const tasks = await bench.client.tasks.list()
    expect(tasks.find((task) => task.id === taskIds[0])?.runs).toBe(listed.length)
    const { total } = await bench.client.metrics.report({ taskId: taskIds[0], by: 'provider' })
    expect(total.attempts).toBe(listed.length)
  })

  it('refuses a cut behind the end', async () => {
    const asked = bench.client.answers.result({ taskId: taskIds[0] ?? '', arm, at: 100_000 })
    expect(await catchProblem(asked)).toMatchObject({ code: 'bad-input' })
  })
})

it('keeps the pace that somebody sets', async () => {
  expect(await bench.client.answers.pace()).toBe(50)
  await bench.client.answers.setPace({ pace: 0 })
  expect(await bench.client.answers.pace()).toBe(0)
})
