import { withPlainTimes } from '../../../../shared/kernel/message.ts'
import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { ForkAnswers, ForkFigures, ProbeQuestion } from '../../../../shared/probe/probe-types.ts'
import { importTask } from '../../../agents/import-task.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import { withDerivedCosts } from '../../../kernel/pricing/derive-costs.ts'
import { openDocument, openResult, openThreadCounter } from '../../../platform/workers/documents.ts'
import { pickContextLog, type Job } from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRequest } from '../../../record/recorded-run.ts'
import { priceLibrary } from '../../replay/jobs/price-library.ts'
import { buildQuestionPrompt, gradeAnswers } from '../compute/derive-questions.ts'
import { measureFork } from '../compute/measure-fork.ts'
import { movePaths } from '../compute/move-paths.ts'
import type { ForkOrigin } from './draft-fork.ts'

export type ReadForkInput = ForkOrigin & {
  /** Of the session that the agent went on with. */
  readonly path: string
  /** What it was asked first, by which its part of the session is found. */
  readonly prompt: string
  /** What it was asked last, if it came to that: from there on nothing counts but the answers. */
  readonly questions: readonly ProbeQuestion[]
}

/** What an agent did, and what it answered in the end; null where it was not asked. */
export type ReadForkOutput = { readonly figures: ForkFigures; readonly answers: ForkAnswers | null }

/** What an agent did, read from its own session. */
export const readFork: Job<ReadForkInput, ReadForkOutput> = async (input) => {
  const { path, prompt, questions, from, to, ...origin } = input
  const task = await importTask(path)
  const counter = await openThreadCounter()
  const messages = withPlainTimes(task.messages)
  const run = reconstruct(
    {
      messages,
      usage: withDerivedCosts(task.usage, new Date()),
      hiddenRange: task.hiddenRange,
      ...pickContextLog(task),
    },
    { counter, ...(await priceLibrary()) },
  )
  const start = findPromptIndex(task.messages, prompt)
  const asked = questions.length === 0 ? -1 : findPromptIndex(task.messages, buildQuestionPrompt(questions))
  const end = asked < 0 ? messages.length : asked
  const listRequests = (first: number, last: number) =>
    first < 0
      ? []
      : run.requests.filter(
          ({ messagesBefore }) => (messagesBefore ?? 0) > first && (messagesBefore ?? 0) <= last,
        )
  const document = await openDocument(origin.source)
  const { conversation } = await openResult(origin.source, origin.result)
  const count = (some: Parameters<typeof createConversation>[0]) =>
    createConversation(Object.freeze(movePaths([...some], from, to)), counter)
  const figures = measureFork({
    source: count(document.effective.messages),
    result: count(conversation.messages),
    future: createConversation(Object.freeze(start < 0 ? [] : messages.slice(start, end)), counter),
    requests: listRequests(start, end),
    condensed: task.usage.condensations.length,
  })
  const last = createConversation(Object.freeze(asked < 0 ? [] : messages.slice(asked + 1)), counter)
  return {
    figures,
    answers: asked < 0 ? null : readAnswers(questions, last, listRequests(asked, messages.length)),
  }
}

/** Graded by the values: who calls a tool has looked them up. */
function readAnswers(
  questions: readonly ProbeQuestion[],
  { messages, parts }: ReturnType<typeof createConversation>,
  requests: readonly RecordedRequest[],
): ForkAnswers {
  const said = parts.flatMap((own, at) =>
    messages[at]?.role === 'assistant'
      ? own.filter(({ kind }) => kind === 'assistant-text').map(({ text }) => text)
      : [],
  )
  const grades = gradeAnswers(questions, said.join('\n'))
  const right = grades.filter(Boolean).length
  const costs = requests.map(({ costUsd }) => costUsd.value)
  return {
    asked: questions.length,
    right,
    known: parts.flat().some(({ kind }) => kind === 'tool-call') ? 0 : right,
    wrong: questions.flatMap(({ question }, at) => (grades[at] === true ? [] : [question.slice(0, 300)])),
    turns: requests.length,
    costUsd: sumKnown(costs),
  }
}

/** Characters of a prompt that tell it: agents put more before and behind. */
const tellingLength = 200

/** Index of the last message of the user that has the prompt in it; −1 where the agent did not take it. */
function findPromptIndex(messages: Parameters<typeof createConversation>[0], prompt: string): number {
  const telling = JSON.stringify(prompt.slice(0, tellingLength)).slice(1, -1)
  return messages.findLastIndex(
    ({ role, content }) => role === 'user' && JSON.stringify(content).includes(telling),
  )
}
