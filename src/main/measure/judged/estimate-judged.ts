import type { MetricGroup } from '../../../shared/activity/quality-types.ts'
import { continuationTokens } from './render-record-text.ts'

/** What asking a judge would probably take. */
export type JudgedEstimate = {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

export type JudgedCell = {
  readonly groups: readonly MetricGroup[]
  readonly sourceTokens: number
  readonly resultTokens: number
  /** Null for the baseline itself, and where there is none: nobody is asked to compare. */
  readonly baselineTokens: number | null
  /** Questions per checkpoint. */
  readonly probes: number
  /** Next actions that the resume check asks for from each context, at most. */
  readonly steps: number
  /** Of the judge: longer records are cut. */
  readonly windowTokens: number
  /** Whether the answers that all variants of a checkpoint share still have to be given. */
  readonly isFirstOfCheckpoint: boolean
}

/** Round figures, from the lengths of the prompts and of usual answers: tokens of a prompt, and for each probe. */
const promptTokens = 450
const perProbe = { question: 30, answer: 60, grade: 80, written: 90 } as const
const verdictTokens = 80
const actionTokens = 120
const resultOfStepTokens = 800

/** What the metrics of one cell would ask of a judge, second tries left out. */
export function estimateJudged(cell: JudgedCell): JudgedEstimate {
  const calls = listJudgeCalls(cell)
  const sum = (figure: (call: Call) => number): number =>
    calls.reduce((total, call) => total + figure(call), 0)
  return {
    calls: calls.length,
    inputTokens: sum(({ input }) => Math.min(input + promptTokens, cell.windowTokens)),
    outputTokens: sum(({ output }) => output),
  }
}

type Call = { readonly input: number; readonly output: number }

function listJudgeCalls(cell: JudgedCell): Call[] {
  const { groups, sourceTokens, resultTokens, baselineTokens, probes, steps, isFirstOfCheckpoint } = cell
  const { question, answer, grade, written } = perProbe
  const calls: Call[] = []
  if (groups.includes('probes')) {
    if (isFirstOfCheckpoint) calls.push({ input: sourceTokens, output: written * probes })
    // The ceiling and the floor are answered and graded once for all variants.
    for (const context of isFirstOfCheckpoint ? [resultTokens, sourceTokens, 0] : [resultTokens]) {
      calls.push({ input: context + question * probes, output: answer * probes })
      calls.push({ input: (written + answer) * probes, output: grade * probes })
    }
  }
  if (groups.includes('judge') && baselineTokens !== null) {
    const call = { input: resultTokens + baselineTokens + continuationTokens, output: verdictTokens }
    calls.push(call, call)
  }
  if (groups.includes('next-action')) {
    if (isFirstOfCheckpoint) calls.push({ input: sourceTokens, output: actionTokens })
    calls.push({ input: resultTokens, output: actionTokens })
  }
  if (groups.includes('resume')) {
    for (const context of isFirstOfCheckpoint ? [sourceTokens, resultTokens] : [resultTokens])
      for (let step = 0; step < steps; step += 1)
        calls.push({ input: context + step * resultOfStepTokens, output: actionTokens })
  }
  return calls
}
