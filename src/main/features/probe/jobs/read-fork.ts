import { withPlainTimes } from '../../../../shared/kernel/message.ts'
import type { ForkFigures } from '../../../../shared/probe/probe-types.ts'
import { importTask } from '../../../agents/import-task.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import { withDerivedCosts } from '../../../kernel/pricing/derive-costs.ts'
import { openDocument, openResult, openThreadCounter } from '../../../platform/workers/documents.ts'
import { pickContextLog, type Job } from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { priceLibrary } from '../../replay/jobs/price-library.ts'
import { measureFork } from '../compute/measure-fork.ts'
import { movePaths } from '../compute/move-paths.ts'
import type { ForkOrigin } from './draft-fork.ts'

export type ReadForkInput = ForkOrigin & {
  /** Of the session that the agent went on with. */
  readonly path: string
  /** What it was asked first, by which its part of the session is found. */
  readonly prompt: string
}

/** What an agent did, read from its own session. */
export const readFork: Job<ReadForkInput, ForkFigures> = async ({ path, prompt, from, to, ...origin }) => {
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
  const document = await openDocument(origin.source)
  const { conversation } = await openResult(origin.source, origin.result)
  const count = (some: Parameters<typeof createConversation>[0]) =>
    createConversation(Object.freeze(movePaths([...some], from, to)), counter)
  return measureFork({
    source: count(document.effective.messages),
    result: count(conversation.messages),
    future: createConversation(Object.freeze(start < 0 ? [] : messages.slice(start)), counter),
    requests: start < 0 ? [] : run.requests.filter(({ messagesBefore }) => (messagesBefore ?? 0) > start),
    condensed: task.usage.condensations.length,
  })
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
