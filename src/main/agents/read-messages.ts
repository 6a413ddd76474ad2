import { formatCountWithNoun } from '../../shared/kernel/format-count-with-noun.ts'
import { isDeeperThan } from '../../shared/kernel/json-values.ts'
import { messageSchema, type Message } from '../../shared/kernel/message.ts'
import type { ImportProblem } from '../../shared/library/task-types.ts'
import type { ImportLimits } from './import-limits.ts'
import { describeJsonType } from './json/describe-json-type.ts'
import { isRecord } from './json/fields.ts'
import type { JsonItem } from './json/recover-array.ts'

/** `indices[i]` is the place in the file of `messages[i]`, null behind damage of unknown length. */
export type ReadMessages = Readonly<{
  messages: readonly Message[]
  indices: readonly (number | null)[]
  problems: readonly ImportProblem[]
}>

/** How many are named where there are too many to list. */
const firstFew = 5

/** Why a value is no message; null when it is one. */
function findFault(value: unknown, depth: number): string | null {
  if (!isRecord(value)) return `it is ${describeJsonType(value)}, not a message`
  const { role, content } = value
  if (role === undefined) return 'its role is missing'
  if (typeof role !== 'string') return `its role is ${describeJsonType(role)}, not a string`
  if (content === undefined) return 'its content is missing'
  if (typeof content !== 'string' && !Array.isArray(content)) {
    return `its content is ${describeJsonType(content)}, neither a string nor an array`
  }
  if (isDeeperThan(value, depth)) return `it is nested more than ${depth} levels deep`
  if (messageSchema.safeParse(value).success) return null
  const blocks: readonly unknown[] = typeof content === 'string' ? [] : content
  const odd = blocks.findIndex((block) => !isRecord(block) || typeof block['type'] !== 'string')
  if (odd === -1) return 'it is not what a message looks like'
  const block = blocks[odd]
  return isRecord(block)
    ? `content block ${odd} has no type`
    : `content block ${odd} is ${describeJsonType(block)}, not a block`
}

/**
 * Takes the messages out of the elements of a file and names the elements that are none. The messages are the
 * parsed objects themselves, not copies.
 */
export function readMessages(file: string, items: readonly JsonItem[], limits: ImportLimits): ReadMessages {
  const messages: Message[] = []
  const indices: (number | null)[] = []
  const problems: ImportProblem[] = []
  let faults = 0
  items.forEach((item, position) => {
    const fault = findFault(item.value, limits.depth)
    if (fault === null) {
      // The schema has just accepted the value; its own output is a copy with another order of keys.
      messages.push(item.value as Message)
      indices.push(item.index)
      return
    }
    faults += 1
    if (problems.length === limits.problemsPerFile) return
    const place = `message ${item.index ?? `${position} of those that were read`}`
    problems.push({ file, place, reason: `${fault} (left out)`, severity: 'error' })
  })
  if (faults > limits.problemsPerFile) {
    const first = problems.slice(0, firstFew)
    const reason = `${formatCountWithNoun(faults, 'element')} of ${items.length.toLocaleString('en-US')} are no messages and were left out (the first of them are named here)`
    return { messages, indices, problems: [{ file, place: '', reason, severity: 'error' }, ...first] }
  }
  return { messages, indices, problems }
}
