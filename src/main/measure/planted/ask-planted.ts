import { z } from 'zod'
import type { PlantedFate } from '../../../shared/planted/planted-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { Judged } from '../judged/ask-judge.ts'
import type { JudgeContext } from '../judged/judged-metric.ts'
import { answerProbes } from '../judged/probe-grades.ts'
import { judgePlanted } from './judge-planted.ts'
import type { PlantedItem } from './planted-item.ts'

/** What a model knows of planted items from a context, and whether it would use a tool with the right values. */
export type PlantedAnswers = {
  readonly fates: readonly PlantedFate[]
  /** Null where no value is planted that a call could set. */
  readonly isCallRight: boolean | null
}

/**
 * Asks a model the question of each item from a context alone, and for a call of a tool last. Its answers are graded by
 * the values of the items, as a context is, and not by a judge. Throws `Cancelled`.
 */
export async function askPlanted(
  items: readonly PlantedItem[],
  record: Pick<Conversation, 'messages' | 'parts'>,
  context: Pick<JudgeContext, 'model' | 'counter' | 'signal'>,
): Promise<Judged<PlantedAnswers>> {
  const set = items.find(({ kind }) => kind === 'value')
  const questions = [...items.map(({ question }) => question), ...(set === undefined ? [] : [writeCall(set)])]
  const judged = await answerProbes(
    record,
    questions.map((question) => ({ question })),
    { ...context, baseline: null, probes: questions.length, steps: 0 },
    '',
  )
  if (judged.kind === 'unusable') return judged
  const answers = judged.value
  return {
    ...judged,
    value: {
      fates: items.map((item, at) => gradeAnswer(item, answers[at] ?? '')),
      isCallRight: set === undefined ? null : isRightCall(set, answers[items.length] ?? ''),
    },
  }
}

/** An answer is about the key of its question, in as many sentences as it likes. */
function gradeAnswer(item: PlantedItem, answer: string): PlantedFate {
  const said = answer.replaceAll(/[.!?]?\s+/g, ' ')
  return judgePlanted([item], [`${item.key}: ${said}`])[0] ?? 'gone'
}

function writeCall({ key }: PlantedItem): string {
  return `Which call of the tool set_value gives ${key} the value that it has to have now? Answer with the call alone, in this form: {"tool":"set_value","arguments":{"name":"…","value":"…"}}`
}

const callSchema = z.object({
  tool: z.literal('set_value'),
  arguments: z.object({ name: z.string(), value: z.coerce.string() }),
})

function isRightCall({ key, current }: PlantedItem, answer: string): boolean {
  const written = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  try {
    const { success, data } = callSchema.safeParse(JSON.parse(written))
    return success && data.arguments.name === key && current.includes(data.arguments.value)
  } catch {
    return false
  }
}
