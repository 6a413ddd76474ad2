import * as fc from 'fast-check'
import type { Format, WireMessage } from '../types.ts'

/**
 * Valid histories in the shapes of each API, with what real ones have: parallel calls, images, results in parts, reasoning
 * that only its vendor can read, tools that take a text, instructions in the middle, fields that nobody here knows.
 */

type Call = {
  readonly id: string
  readonly name: string
  readonly input: WireMessage
  readonly isCustom: boolean
  readonly result: { readonly kind: 'text' | 'parts' | 'json' | 'error'; readonly body: string }
}
type Step =
  | { readonly kind: 'typed'; readonly text: string; readonly hasImage: boolean }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'instruction'; readonly text: string }
  | {
      readonly kind: 'calls'
      readonly words: string
      readonly isReasoned: boolean
      readonly calls: readonly Call[]
      readonly hasOwn: boolean
    }

const file = Array.from({ length: 60 }, (_, at) => `line ${at} of a file that is read again`).join('\n')
const body = fc.oneof(
  fc.constantFrom(file, `${file}\nand one line more`, 'ok', 'Error: boom\n'.repeat(40)),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)
const words = fc
  .oneof(fc.constantFrom('Go on.', 'Never touch the tests.', 'A longer remark. '.repeat(30)), fc.string())
  .map((text) => (text.trim() === '' ? '.' : text))

/** Records as JSON has them. */
function plain<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true })
}

const call = plain({
  name: fc.constantFrom('read_file', 'write_to_file', 'execute_command'),
  input: fc.oneof(
    plain({ path: fc.constantFrom('a.ts', 'b.ts') }),
    plain({ path: fc.constantFrom('a.ts', 'b.ts'), content: body }),
  ),
  isCustom: fc.boolean(),
  result: plain({ kind: fc.constantFrom('text', 'parts', 'json', 'error'), body }),
})

const step = fc.oneof(
  {
    weight: 1,
    arbitrary: plain({ kind: fc.constant('typed' as const), text: words, hasImage: fc.boolean() }),
  },
  { weight: 1, arbitrary: plain({ kind: fc.constant('said' as const), text: words }) },
  { weight: 1, arbitrary: plain({ kind: fc.constant('instruction' as const), text: words }) },
  {
    weight: 5,
    arbitrary: plain({
      kind: fc.constant('calls' as const),
      words: fc.oneof(fc.constant(''), words),
      isReasoned: fc.boolean(),
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      hasOwn: fc.boolean(),
    }),
  },
)

/** A valid history of a format. */
export function wireHistory(format: Format): fc.Arbitrary<WireMessage[]> {
  return fc
    .tuple(fc.constantFrom(0, 1, 2), words, fc.array(step, { maxLength: 16 }), fc.boolean())
    .map(([instructions, first, steps, isWaiting]) => {
      const shape = shapes[format]
      let ids = 0
      const named = steps.map((one): Step =>
        one.kind === 'calls'
          ? { ...one, calls: one.calls.map((own) => ({ ...own, id: `call_${(ids += 1)}` })) }
          : one,
      )
      const opening = Array.from({ length: format === 'anthropic' ? 0 : instructions }, () =>
        shape({ kind: 'instruction', text: 'You are an agent.' }),
      ).flat()
      const all = [
        ...opening,
        ...shape({ kind: 'typed', text: first, hasImage: false }),
        ...named.flatMap(shape),
      ]
      const last: Call = {
        id: 'call_last',
        name: 'read_file',
        input: { path: 'c.ts' },
        isCustom: false,
        result: { kind: 'text', body: '' },
      }
      const waiting = shape({ kind: 'calls', words: '', isReasoned: true, calls: [last], hasOwn: false })
      return isWaiting ? [...all, ...waiting.slice(0, -1)] : all
    })
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const shapes: Readonly<Record<Format, (step: Step) => WireMessage[]>> = {
  anthropic: (one) => {
    switch (one.kind) {
      case 'typed': {
        const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
        const text = { type: 'text', text: one.text, cache_control: { type: 'ephemeral' } }
        return [{ role: 'user', content: one.hasImage ? [text, image] : one.text }]
      }
      case 'said':
        return [{ role: 'assistant', content: one.text }]
      case 'instruction':
        return [{ role: 'user', content: [{ type: 'text', text: one.text }] }]
      case 'calls': {
        const thinking = { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' }
        const uses = one.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))
        const results = one.calls.map(({ id, result: { kind, body: text } }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: kind === 'parts' ? [{ type: 'text', text: text.trim() === '' ? '.' : text }] : text,
          ...(kind === 'error' ? { is_error: true } : {}),
          ...(one.hasOwn ? { cache_control: { type: 'ephemeral' } } : {}),
        }))
        return [
          {
            role: 'assistant',
            content: [
              ...(one.isReasoned ? [thinking] : []),
              ...(one.words === '' ? [] : [{ type: 'text', text: one.words }]),
              ...uses,
            ],
          },
          { role: 'user', content: results },
        ]
      }
    }
  },
  'openai-chat': (one) => {
    switch (one.kind) {
      case 'typed': {
        const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low' } }
        return [
          {
            role: 'user',
            content: one.hasImage ? [{ type: 'text', text: one.text }, image] : one.text,
            name: 'me',
          },
        ]
      }
      case 'said':
        return [{ role: 'assistant', content: one.text, refusal: null }]
      case 'instruction':
        return [{ role: 'developer', content: one.text }]
      case 'calls':
        return [
          {
            role: 'assistant',
            content: one.words === '' ? (one.hasOwn ? '' : null) : one.words,
            tool_calls: one.calls.map(({ id, name, input, isCustom }) =>
              isCustom
                ? { id, type: 'custom', custom: { name, input: JSON.stringify(input) } }
                : {
                    id,
                    type: 'function',
                    function: { name, arguments: ` ${JSON.stringify(input, null, 1)}` },
                  },
            ),
            ...(one.isReasoned ? { reasoning_content: 'Let me see.' } : {}),
          },
          ...one.calls.map(({ id, result: { kind, body: text } }) => ({
            role: 'tool',
            tool_call_id: id,
            content: kind === 'parts' ? [{ type: 'text', text: text.trim() === '' ? '.' : text }] : text,
            ...(one.hasOwn ? { own: 1 } : {}),
          })),
        ]
    }
  },
  'openai-responses': (one) => {
    switch (one.kind) {
      case 'typed': {
        const image = { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'low' }
        const text = { type: 'input_text', text: one.text }
        return [
          one.hasImage
            ? { type: 'message', role: 'user', content: [text, image] }
            : { role: 'user', content: one.text },
        ]
      }
      case 'said':
        return [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: one.text, annotations: [] }],
          },
        ]
      case 'instruction':
        return [{ role: 'developer', content: one.text }]
      case 'calls':
        return [
          ...(one.isReasoned
            ? [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'Z2liYmVyaXNo' }]
            : []),
          ...(one.words === '' ? [] : [{ role: 'assistant', content: one.words }]),
          ...one.calls.map(({ id, name, input, isCustom }) =>
            isCustom
              ? { type: 'custom_tool_call', call_id: id, name, input: JSON.stringify(input) }
              : {
                  type: 'function_call',
                  id: `fc_${id}`,
                  call_id: id,
                  name,
                  arguments: ` ${JSON.stringify(input)}`,
                },
          ),
          ...one.calls.map(({ id, isCustom, result: { kind, body: text } }) => ({
            type: isCustom ? 'custom_tool_call_output' : 'function_call_output',
            call_id: id,
            output: kind === 'parts' ? [{ type: 'input_text', text: text.trim() === '' ? '.' : text }] : text,
            ...(one.hasOwn ? { id: `fco_${id}`, status: 'completed' } : {}),
          })),
        ]
    }
  },
  'ai-sdk': (one) => {
    switch (one.kind) {
      case 'typed': {
        const image = { type: 'image', image: Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0)) }
        return [
          { role: 'user', content: one.hasImage ? [{ type: 'text', text: one.text }, image] : one.text },
        ]
      }
      case 'said':
        return [
          {
            role: 'assistant',
            content: [{ type: 'text', text: one.text, providerOptions: { own: { a: 1 } } }],
          },
        ]
      case 'instruction':
        return [{ role: 'system', content: one.text }]
      case 'calls':
        return [
          {
            role: 'assistant',
            content: [
              ...(one.isReasoned
                ? [
                    {
                      type: 'reasoning',
                      text: '',
                      providerOptions: { openai: { reasoningEncryptedContent: 'Z2li' } },
                    },
                  ]
                : []),
              ...(one.words === '' ? [] : [{ type: 'text', text: one.words }]),
              ...one.calls.map(({ id, name, input }) => ({
                type: 'tool-call',
                toolCallId: id,
                toolName: name,
                input,
                ...(one.hasOwn ? { providerOptions: { google: { thoughtSignature: 'dGhv' } } } : {}),
              })),
            ],
          },
          {
            role: 'tool',
            content: one.calls.map(({ id, name, result }) => ({
              type: 'tool-result',
              toolCallId: id,
              toolName: name,
              output: aiSdkOutput(result),
            })),
          },
        ]
    }
  },
}

function aiSdkOutput({ kind, body: text }: Call['result']): WireMessage {
  switch (kind) {
    case 'text':
      return { type: 'text', value: text, providerOptions: { own: { b: 2 } } }
    case 'json':
      return text.length % 2 === 0 ? { type: 'json', value: { file: text } } : { type: 'json', value: text }
    case 'error':
      return text === 'ok' ? { type: 'execution-denied', reason: 'No.' } : { type: 'error-text', value: text }
    case 'parts':
      return { type: 'content', value: [{ type: 'text', text: text.trim() === '' ? '.' : text }] }
  }
}
