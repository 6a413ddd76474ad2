import { isRecord } from '../../../src/main/agents/json/fields.ts'

/** A call of a tool as the scripted model makes it. */
export type ToolCall = {
  readonly id: string
  readonly name: string
  /** An object, or free text for a tool that takes it. */
  readonly input: Readonly<Record<string, unknown>> | string
}

/** An answer of the scripted model, whatever the protocol. */
export type Answer = {
  /** Number of the answer, from 1 on. Ids are made of it. */
  readonly number: number
  readonly text: string
  readonly thinking?: string
  readonly calls: readonly ToolCall[]
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number }
}

/** What of a request tells its purpose. */
export type RequestView = {
  readonly system: string
  /** Text of the last message of the user. */
  readonly asked: string
  readonly tools: readonly string[]
  /** Whether the answer is to come in events. */
  readonly isStreamed: boolean
}

/** What goes back over the wire. */
export type Reply = { readonly contentType: string; readonly text: string }

/** The protocol of a vendor's model API, as far as agents use it. */
export type Protocol = {
  /** Whether a path is a call of a model. */
  readonly isModelCall: (path: string) => boolean
  readonly view: (body: unknown, path: string) => RequestView
  readonly reply: (answer: Answer, model: string, isStreamed: boolean) => Reply
}

/** A record, of whatever was no object an empty one. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** The records of a list, of whatever was no list none. */
export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}

/** The text of a content that is a string or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return recordsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
}

/** JSON as one document. */
export function json(value: unknown): Reply {
  return { contentType: 'application/json', text: JSON.stringify(value) }
}

/** Values as server-sent events, with the name of each where it has one. */
export function events(values: readonly unknown[], { isNamed = false, end = '' } = {}): Reply {
  const text = values.map((value) => {
    const name = isNamed ? `event: ${String(recordOf(value)['type'])}\n` : ''
    return `${name}data: ${JSON.stringify(value)}\n\n`
  })
  return { contentType: 'text/event-stream', text: `${text.join('')}${end}` }
}
