import type { Agent } from '../agent.ts'
import { detectAgentByPath } from '../details/detect-agent-by-path.ts'
import { readEnvironment } from '../details/environment.ts'
import { findMessageModel } from '../details/find-message-model.ts'
import { pickLatestTs } from '../details/pick-latest-ts.ts'
import { pickTaskTitle } from '../details/pick-task-title.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readHistory } from '../read-history.ts'
import { readMessageMetrics } from '../roo/recorded-usage.ts'

/** A single file with an array of Anthropic messages, bare or as `messages` of an object. */
export const messageArray: Agent = {
  id: 'message-array',
  version: 2,
  name: 'Messages',
  label: 'Messages',
  endings: ['.messages.json'],
  // A session of Cline that is too damaged to be known as one is listed with what is wrong with it.
  recognises: ({ name }) => name.endsWith('.messages.json'),
  detect(source) {
    const file = source.files[0]
    if (source.kind !== 'file' || !file) return false
    const reading = source.json(file)
    const isEmpty = reading.intact && reading.items.length === 0
    return reading.hasArray && (isEmpty || !reading.intact || source.messages(file).messages.length > 0)
  },
  readTask: readMessageArray,
}

/** Reads messages that were stored as they are sent; what Dewpoint writes holds such an array, too. */
export function readMessageArray(source: ParsedSource): ImportedTask {
  const file = source.only()
  const { indices: _indices, problems, ...history } = readHistory(source, file)
  const { messages } = history
  const environment = readEnvironment(messages)
  return {
    format: 'message-array',
    path: source.path,
    title: pickTaskTitle(null, messages, source.name),
    agent: detectAgentByPath(source.path) ?? environment.family,
    model: environment.model ?? findMessageModel(messages),
    workspace: environment.workspace,
    ...history,
    hiddenRange: null,
    usage: readMessageMetrics(messages),
    problems,
    lastActivityTs: pickLatestTs(
      messages.map((message) => message.ts),
      file.changedTs,
    ),
    result: null,
  }
}
