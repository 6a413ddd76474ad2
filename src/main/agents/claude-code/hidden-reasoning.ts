import { toTextOrNull } from '../json/fields.ts'
import { readAnthropicUsage } from '../usage/read-anthropic-usage.ts'
import { readLineBlocks, isSynthetic, type Transcript, type TreeLine } from './lines.ts'

/** Tells the size of the thinking that a response's lines hold no words of; null where all of it can be read. */
export type HiddenReasoning = (response: readonly TreeLine[]) => number | null

/** Of our own count, in what agents write: 3.5 to 3.9 in transcripts of several models. */
const charactersPerToken = 3.6

/** Models whose vendor drops the thinking of earlier turns; all later ones keep it. */
const forgetful = /claude-(?:[0-3]\b|(?:opus|sonnet)-4(?:-[01])?(?:-\d{8})?$|(?:sonnet|haiku)-4-5\b)/

/**
 * Since 2.1.80 Claude Code stores thinking empty, with its signature. The recorded output holds it: what the visible answer
 * leaves of that is its size, which each later request sends. It comes in tokens of our own count, since the answers
 * without thinking tell how many of its model's a character takes; where there are none, the model's tokens are ours.
 */
export function createHiddenReasoning({ responses }: Transcript): HiddenReasoning {
  const answers = [...responses.values()].filter((own) => own[0] !== undefined && !isSynthetic(own[0]))
  if (!answers.some((own) => selectThoughts(own).some(isHidden))) return () => null
  const visible = answers.filter((own) => selectThoughts(own).length === 0).map(outlineResponse)
  const rates = new Map(
    [...Map.groupBy(visible, ({ model }) => model)].map(([model, own]) => [model, fitRates(own)]),
  )
  return (response) => {
    if (!selectThoughts(response).some(isHidden)) return null
    const { model, output, calls, characters } = outlineResponse(response)
    if (forgetful.test(model)) return 0
    const { perCall, perCharacter } = rates.get(model) ?? usualRates
    const hidden = output - perCall * calls - perCharacter * characters
    return Math.max(0, Math.round(hidden / (perCharacter * charactersPerToken)))
  }
}

/** What an answer that can be read takes, tokens of its model. */
type Rates = { readonly perCall: number; readonly perCharacter: number }
const usualRates: Rates = { perCall: 0, perCharacter: 1 / charactersPerToken }
/** Tokens of a character that a model can have: what lies outside was recorded before the answer had ended. */
const believable = { least: 0.15, most: 0.8 }

type Outline = {
  readonly model: string
  readonly output: number
  readonly calls: number
  readonly characters: number
}

/** Least squares of the recorded output on calls and characters. */
function fitRates(answers: readonly Outline[]): Rates {
  const sumOverAnswers = (of: (answer: Outline) => number): number =>
    answers.reduce((total, answer) => total + of(answer), 0)
  const [cc, cx, xx] = [
    sumOverAnswers(({ calls }) => calls ** 2),
    sumOverAnswers(({ calls, characters }) => calls * characters),
    sumOverAnswers(({ characters }) => characters ** 2),
  ]
  const [cy, xy] = [
    sumOverAnswers(({ calls, output }) => calls * output),
    sumOverAnswers(({ characters, output }) => characters * output),
  ]
  const determinant = cc * xx - cx ** 2
  const perCall = (xx * cy - cx * xy) / determinant
  const perCharacter = (cc * xy - cx * cy) / determinant
  const isSound = perCall >= 0 && perCharacter >= believable.least && perCharacter <= believable.most
  return isSound ? { perCall, perCharacter } : usualRates
}

function outlineResponse(response: readonly TreeLine[]): Outline {
  const blocks = response.flatMap((line) => readLineBlocks(line))
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  const texts = [
    ...blocks.map(({ type, text }) => (type === 'text' ? (toTextOrNull(text) ?? '') : '')),
    ...calls.map(({ name, input }) => `${toTextOrNull(name) ?? ''} ${JSON.stringify(input ?? {})}`),
  ]
  return {
    model: toTextOrNull(response[0]?.message?.['model']) ?? '',
    // The last line of a response has its whole output.
    output: readAnthropicUsage(response.at(-1)?.message?.['usage']).tokensOut ?? 0,
    calls: calls.length,
    characters: texts.reduce((total, { length }) => total + length, 0),
  }
}

type Block = ReturnType<typeof readLineBlocks>[number]

function selectThoughts(response: readonly TreeLine[]): readonly Block[] {
  return response.flatMap((line) =>
    readLineBlocks(line).filter(({ type }) => type === 'thinking' || type === 'redacted_thinking'),
  )
}

function isHidden({ type, thinking }: Block): boolean {
  return type === 'thinking' && thinking === ''
}
