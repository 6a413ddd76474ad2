import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { isRecord, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readInputMessages, readOutputMessages } from '../messages/from-payload.ts'
import type { Span } from './spans.ts'

/** What a model call sent and got, as its span recorded it. */
export type SpanMessages = { readonly messages: readonly Message[]; readonly answer: readonly Message[] }

/** Attributes that hold all messages, the present convention first. */
const inputs = ['gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt.messages', 'ai.prompt', 'input.value']
const outputs = ['gen_ai.output.messages', 'gen_ai.completion', 'output.value']

/** Attributes that hold them one by one, as OpenLLMetry and OpenInference write them. */
const numberedInputs = ['gen_ai.prompt.', 'llm.input_messages.']
const numberedOutputs = ['gen_ai.completion.', 'llm.output_messages.']

/** The messages of a span; null where it records none, as content is an option that is often off. */
export function readSpanMessages({ attributes, events: own }: Span): SpanMessages | null {
  const events = [...own, ...readListedEvents(attributes['events'])]
  const all = [attributes, ...events.map((event) => event.attributes)]
  const messages = pickFirstFilled([
    ...all.flatMap((held) => inputs.map((key) => () => readInputMessages(held[key]))),
    ...numberedInputs.map((prefix) => () => readInputMessages(readNumberedMessages(attributes, prefix))),
    () => readInputMessages(readEventMessages(events)),
  ])
  if (messages.length === 0) return null
  const answer = pickFirstFilled([
    ...all.flatMap((held) => outputs.map((key) => () => readOutputMessages(held[key]))),
    ...numberedOutputs.map(
      (prefix) => () => readOutputMessages(readNumberedMessages(attributes, prefix).slice(0, 1)),
    ),
    () => readAiSdkAnswer(attributes),
    () => readOutputMessages(readChoices(events)),
  ])
  return { messages, answer }
}

function pickFirstFilled(ways: readonly (() => readonly Message[])[]): readonly Message[] {
  for (const way of ways) {
    const messages = way()
    if (messages.length > 0) return messages
  }
  return []
}

/** Messages out of attributes such as `gen_ai.prompt.0.role` and `gen_ai.prompt.0.tool_calls.0.name`. */
function readNumberedMessages(attributes: Fields, prefix: string): readonly unknown[] {
  const entries = Object.entries(attributes).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [{ path: key.slice(prefix.length).split('.'), value }] : [],
  )
  const tree = buildTree(entries)
  return Array.isArray(tree) ? tree.map(unwrapValue) : []
}

type Leaf = { readonly path: readonly string[]; readonly value: unknown }

/** A tree of keys; a level whose keys are numbers is a list. */
function buildTree(leaves: readonly Leaf[]): unknown {
  const groups = Map.groupBy(leaves, ({ path }) => path[0] ?? '')
  const children = [...groups].map(([key, own]) => {
    const end = own.find(({ path }) => path.length <= 1)
    return [
      key,
      end === undefined
        ? buildTree(own.map(({ path, value }) => ({ path: path.slice(1), value })))
        : end.value,
    ] as const
  })
  return children.length > 0 && children.every(([key]) => /^\d+$/.test(key))
    ? children.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
    : Object.fromEntries(children)
}

/** OpenInference puts each message and each call into an object of its own. */
function unwrapValue(value: unknown): unknown {
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
function readListedEvents(value: unknown): Span['events'] {
  const list = parseJsonText(value)
  return readRecordList(list).flatMap((event) => {
    const name = toTextOrNull(event['event.name'])
    return name === null ? [] : [{ name, attributes: event }]
  })
}

/** Messages that are events of the span, as the convention had them until 2025. */
function readEventMessages(events: Span['events']): readonly unknown[] {
  return events.flatMap(({ name, attributes }) => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]
    if (role === undefined) return []
    const body = readEventBody(attributes)
    return [
      { role, ...body, ...(role === 'tool' ? { tool_call_id: body['tool_call_id'] ?? body['id'] } : {}) },
    ]
  })
}

function readChoices(events: Span['events']): readonly unknown[] {
  const choice = events.find(({ name }) => name === 'gen_ai.choice')
  return choice === undefined ? [] : [{ role: 'assistant', ...readEventBody(choice.attributes) }]
}

/** The body of an event; its values may be JSON as text. */
function readEventBody(attributes: Fields): Fields {
  const body = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key.replace(/^gen_ai\.(?:event\.)?/, ''),
      parseJsonText(value),
    ]),
  )
  const { message } = body
  return isRecord(message) ? message : body
}

/** The AI SDK keeps text and calls of an answer apart. */
function readAiSdkAnswer(attributes: Fields): readonly Message[] {
  const said = readOutputMessages(toTextOrNull(attributes['ai.response.text']))
  const called = readOutputMessages(attributes['ai.response.toolCalls'])
  const content = [...said, ...called].flatMap((message) =>
    typeof message.content === 'string' ? [] : message.content,
  )
  return content.length === 0 ? [] : [{ role: 'assistant', content }]
}

function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const inner: unknown = parseJson(value)
    return inner
  } catch {
    return value
  }
}
