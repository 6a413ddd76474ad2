import type { Message } from '../../../shared/domain/message.ts'
import { textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { messagesOfInput, messagesOfOutput } from '../messages/from-payload.ts'
import type { Span } from './spans.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

/** What a model call sent and got, as its span recorded it. */
export type SpanMessages = { readonly messages: readonly Message[]; readonly answer: readonly Message[] }

/** Attributes that hold all messages, the present convention first. */
const inputs = ['gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt.messages', 'ai.prompt', 'input.value']
const outputs = ['gen_ai.output.messages', 'gen_ai.completion', 'output.value']

/** Attributes that hold them one by one, as OpenLLMetry and OpenInference write them. */
const numberedInputs = ['gen_ai.prompt.', 'llm.input_messages.']
const numberedOutputs = ['gen_ai.completion.', 'llm.output_messages.']

/** The messages of a span; null where it records none, as content is an option that is often off. */
export function messagesOfSpan({ attributes, events: own }: Span): SpanMessages | null {
  const events = [...own, ...eventsWithin(attributes['events'])]
  const all = [attributes, ...events.map((event) => event.attributes)]
  const messages = firstFilled([
    ...all.flatMap((held) => inputs.map((key) => () => messagesOfInput(held[key]))),
    ...numberedInputs.map((prefix) => () => messagesOfInput(numbered(attributes, prefix))),
    () => messagesOfInput(eventMessages(events)),
  ])
  if (messages.length === 0) return null
  const answer = firstFilled([
    ...all.flatMap((held) => outputs.map((key) => () => messagesOfOutput(held[key]))),
    ...numberedOutputs.map((prefix) => () => messagesOfOutput(numbered(attributes, prefix).slice(0, 1))),
    () => aiSdkAnswer(attributes),
    () => messagesOfOutput(choices(events)),
  ])
  return { messages, answer }
}

function firstFilled(ways: readonly (() => readonly Message[])[]): readonly Message[] {
  for (const way of ways) {
    const messages = way()
    if (messages.length > 0) return messages
  }
  return []
}

/** Messages out of attributes such as `gen_ai.prompt.0.role` and `gen_ai.prompt.0.tool_calls.0.name`. */
function numbered(attributes: Fields, prefix: string): readonly unknown[] {
  const entries = Object.entries(attributes).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [{ path: key.slice(prefix.length).split('.'), value }] : [],
  )
  const tree = treeOf(entries)
  return Array.isArray(tree) ? tree.map(unwrapped) : []
}

type Leaf = { readonly path: readonly string[]; readonly value: unknown }

/** A tree of keys; a level whose keys are numbers is a list. */
function treeOf(leaves: readonly Leaf[]): unknown {
  const groups = Map.groupBy(leaves, ({ path }) => path[0] ?? '')
  const children = [...groups].map(([key, own]) => {
    const end = own.find(({ path }) => path.length <= 1)
    return [
      key,
      end === undefined ? treeOf(own.map(({ path, value }) => ({ path: path.slice(1), value }))) : end.value,
    ] as const
  })
  return children.length > 0 && children.every(([key]) => /^\d+$/.test(key))
    ? children.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
    : Object.fromEntries(children)
}

/** OpenInference puts each message and each call into an object of its own. */
function unwrapped(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { message } = value
  const own = isRecord(message) ? message : value
  const { contents, tool_calls: calls } = own
  return {
    ...own,
    ...(Array.isArray(contents)
      ? { content: contents.map((one: unknown) => (isRecord(one) ? (one['message_content'] ?? one) : one)) }
      : {}),
    ...(Array.isArray(calls)
      ? { tool_calls: calls.map((one: unknown) => (isRecord(one) ? (one['tool_call'] ?? one) : one)) }
      : {}),
  }
}

/** Events in a list that is one attribute, as Logfire and Pydantic AI wrote them. */
function eventsWithin(value: unknown): Span['events'] {
  const list = parsed(value)
  return (Array.isArray(list) ? list.filter(isRecord) : []).flatMap((event) => {
    const name = textOf(event['event.name'])
    return name === null ? [] : [{ name, attributes: event }]
  })
}

/** Messages that are events of the span, as the convention had them until 2025. */
function eventMessages(events: Span['events']): readonly unknown[] {
  return events.flatMap(({ name, attributes }) => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]
    if (role === undefined) return []
    const body = bodyOf(attributes)
    return [
      { role, ...body, ...(role === 'tool' ? { tool_call_id: body['tool_call_id'] ?? body['id'] } : {}) },
    ]
  })
}

function choices(events: Span['events']): readonly unknown[] {
  const choice = events.find(({ name }) => name === 'gen_ai.choice')
  return choice === undefined ? [] : [{ role: 'assistant', ...bodyOf(choice.attributes) }]
}

/** The body of an event; its values may be JSON as text. */
function bodyOf(attributes: Fields): Fields {
  const body = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key.replace(/^gen_ai\.(?:event\.)?/, ''),
      parsed(value),
    ]),
  )
  const { message } = body
  return isRecord(message) ? message : body
}

/** The AI SDK keeps text and calls of an answer apart. */
function aiSdkAnswer(attributes: Fields): readonly Message[] {
  const said = messagesOfOutput(textOf(attributes['ai.response.text']))
  const called = messagesOfOutput(attributes['ai.response.toolCalls'])
  const content = [...said, ...called].flatMap((message) =>
    typeof message.content === 'string' ? [] : message.content,
  )
  return content.length === 0 ? [] : [{ role: 'assistant', content }]
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const inner: unknown = parseJson(value)
    return inner
  } catch {
    return value
  }
}
