import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { RawAnswer } from '../../../shared/kernel/evidence.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { ModelFailure } from '../../kernel/language-model.ts'
import type { Likelihood, LikelihoodModel } from '../../kernel/likelihood-model.ts'
import type { JudgedMeasurement } from '../judged/judged-metric.ts'
import { renderRecordText, readWordsBeforeAction } from '../judged/render-record-text.ts'
import type { Subject } from '../metrics/subject.ts'

/** Who is asked how likely the recorded actions are. */
export type LikelihoodContext = {
  readonly model: LikelihoodModel
  /** Recorded next actions that are scored at most. */
  readonly actions: number
  readonly signal: CancelSignal
}

type LikelihoodMetric = MetricInfo & {
  /** Throws `Cancelled`; every other failure is a value. */
  readonly measure: (subject: Subject, context: LikelihoodContext) => Promise<JudgedMeasurement>
}

/** Name and version of the form in which actions are scored; a changed form gets a new one. */
const form = 'actions@1'

/** Stands before every context, so that nothing at all is a context too. */
const opening = 'The record of a coding task follows, and after it the next tool calls of the assistant.\n\n'

/** Bytes of each action that are scored: contents of files would outweigh everything else. */
const actionBytes = 2000

/** The full context must save at least so much over none, else a share of it says nothing. */
const least = { bits: 10, share: 0.05 } as const

const contexts = ['empty', 'full', 'condensed'] as const
type ContextName = (typeof contexts)[number]

/**
 * Head start by likelihood: (NLL(empty) − NLL(context)) / (NLL(empty) − NLL(full)) over the tool calls that were recorded
 * next. 1 where the context helps as much as the full one, 0 where it helps no more than none, and not clipped.
 */
export const nextActionLikelihood: LikelihoodMetric = {
  id: 'next-action-likelihood',
  label: 'Head start by likelihood',
  group: 'likelihood',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: true,
  measure,
}

async function measure(
  subject: Subject,
  { model, actions: most, signal }: LikelihoodContext,
): Promise<JudgedMeasurement> {
  const { source, result, continuation } = subject
  const actions = listNextActions(continuation, most)
  if (actions.length === 0) return { kind: 'nothing', reason: 'No tool call was recorded after the cut.' }
  const said = readWordsBeforeAction(continuation)
  const texts = { empty: '', full: renderRecordText(source), condensed: renderRecordText(result) }
  const answers: RawAnswer[] = []
  const found: Partial<Record<ContextName, Likelihood>> = {}
  for (const label of contexts) {
    const asked = {
      prefix: buildPromptPrefix(texts[label], said),
      continuation: actions.join(''),
      label,
      signal,
    }
    try {
      const likelihood = await model.score(asked)
      found[label] = likelihood
      const text = JSON.stringify(likelihood)
      answers.push({ label, model: model.label, profileId: model.id, prompt: form, text })
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      return { kind: 'unusable', code: error.code, reason: error.message, answers }
    }
  }
  const { empty, full, condensed } = found
  if (empty === undefined || full === undefined || condensed === undefined)
    throw new Error('Each of the contexts was scored.')
  return buildMeasurement({ empty, full, condensed }, actions, { model: model.label, answers })
}

function buildMeasurement(
  found: Readonly<Record<ContextName, Likelihood>>,
  actions: readonly string[],
  { model, answers }: { readonly model: string; readonly answers: readonly RawAnswer[] },
): JudgedMeasurement {
  const bits = { empty: sumBits(found.empty), full: sumBits(found.full), condensed: sumBits(found.condensed) }
  const leastBits = Math.max(least.bits, least.share * bits.empty)
  const tokens = found.full.tokens.map(({ text }, at) => ({
    text,
    empty: readTokenBits(found.empty, at),
    full: readTokenBits(found.full, at),
    condensed: readTokenBits(found.condensed, at),
  }))
  const { version } = found.full
  return {
    kind: 'measured',
    value: computeHeadStart(bits, leastBits),
    evidence: { kind: 'likelihood', actions, model, version, bits, leastBits, tokens, answers },
  }
}

/** Null where full and empty context lie less than `leastBits` apart. All in bits. */
export function computeHeadStart(
  { empty, full, condensed }: Readonly<Record<ContextName, number>>,
  leastBits: number,
): number | null {
  const gain = empty - full
  return gain < leastBits ? null : (empty - condensed) / gain
}

function buildPromptPrefix(record: string, said: string): string {
  const parts = [record, said].filter((part) => part !== '')
  return `${opening}${parts.map((part) => `${part}\n\n`).join('')}[assistant]\n`
}

/**
 * The first tool calls of a continuation, one after the other: name and arguments as the agent's file has them, the
 * first 2,000 bytes of each. What the assistant says and what tools answer in between is left out, so that no context is
 * told what another has to know.
 */
export function listNextActions(continuation: Conversation | null, most: number): string[] {
  const calls = (continuation?.parts ?? []).flat().filter(({ kind }) => kind === 'tool-call')
  return calls.slice(0, most).map(({ text }) => `[tool-call]\n${takeFirstBytes(text.trim(), actionBytes)}\n`)
}

/** Whole characters of at most so many bytes. */
function takeFirstBytes(text: string, most: number): string {
  let bytes = 0
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > most) break
    length += character.length
  }
  return text.slice(0, length)
}

function sumBits({ tokens }: Likelihood): number {
  return tokens.reduce((sum, { logProbability }) => sum - logProbability, 0) / Math.LN2
}

function readTokenBits({ tokens }: Likelihood, at: number): number {
  return -(tokens[at]?.logProbability ?? 0) / Math.LN2
}
