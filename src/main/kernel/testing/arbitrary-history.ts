import * as fc from 'fast-check'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'

/** Lines that repeat across results, so that histories hold duplicates and near-duplicates. */
const line = fc.oneof(
  fc.constantFrom(
    'export const a = 1',
    '  return value',
    '',
    '}',
    'Error: boom',
    '</content>',
    '"quoted"',
    '[x] Result:',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const lines = fc.array(line, { maxLength: 30 }).map((all) => all.join('\n'))
/** Few distinct bodies, so that the same one turns up again. */
const body = fc.oneof(
  fc.constantFrom('same body\n'.repeat(30), `${'same body\n'.repeat(29)}but for the end`, 'ok'),
  lines,
)
const path = fc.constantFrom('src/a.ts', 'src/b.ts', 'README.md')
const ts = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined })

const environment = fc
  .tuple(fc.integer({ min: 0, max: 3 }), lines)
  .map(([time, more]) => `<environment_details>\n# Current Time\n${time}\n${more}\n</environment_details>`)

const image: fc.Arbitrary<ContentBlock> = fc
  .string({ maxLength: 20 })
  .map((data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }))
const unknownBlock: fc.Arbitrary<ContentBlock> = fc
  .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })
  .map((fields) => ({ ...fields, type: 'mystery' }))
const textBlock = (text: fc.Arbitrary<string>): fc.Arbitrary<ContentBlock> =>
  text.map((value) => ({ type: 'text', text: value.trim() === '' ? '.' : value }))

type Exchange = readonly [Message, Message]

/** A call and its result as native blocks, with what may stand around them. */
function nativeExchange(id: string): fc.Arbitrary<Exchange> {
  const call = fc.oneof(
    path.map((file) => ({ name: 'read_file', input: { path: file } })),
    fc
      .tuple(path, body)
      .map(([file, content]) => ({ name: 'write_to_file', input: { path: file, content } })),
    fc.tuple(body, body).map(([command, cwd]) => ({
      name: 'execute_command',
      input: { command, nested: { list: [cwd, 1, null] } },
    })),
  )
  const resultContent = fc.oneof(
    body.map((text) => `File: src/a.ts\n${text}`),
    body,
    fc.array(fc.oneof(textBlock(body), image, unknownBlock), { minLength: 1, maxLength: 3 }),
  )
  const around = fc.array(fc.oneof(textBlock(environment), image, unknownBlock), { maxLength: 2 })
  return fc
    .tuple(call, resultContent, fc.boolean(), around, lines, ts)
    .map(([{ name, input }, content, isError, after, words, time]) => [
      {
        role: 'assistant',
        content: [
          ...(words.trim() === '' ? [] : [{ type: 'text', text: words }]),
          { type: 'tool_use', id, name, input },
        ],
        ...(time === undefined ? {} : { ts: time }),
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) },
          ...after,
        ],
      },
    ])
}

/** The same as the agents of the XML era write it, in blocks or in one string. */
function xmlExchange(): fc.Arbitrary<Exchange> {
  const read = fc.tuple(path, body).map(([file, text]) => ({
    call: `<read_file>\n<args>\n<file>\n<path>${file}</path>\n</file>\n</args>\n</read_file>`,
    header: `[read_file for '${file}'] Result:`,
    result: `<files>\n<file><path>${file}</path>\n<content lines="1-9">\n${text}\n</content>\n</file>\n</files>`,
  }))
  const write = fc.tuple(path, body).map(([file, text]) => ({
    call: `<write_to_file>\n<path>${file}</path>\n<content>\n${text}\n</content>\n<line_count>9</line_count>\n</write_to_file>`,
    header: `[write_to_file for '${file}'] Result:`,
    result: '<file_write_result>\n<path>x</path>\n</file_write_result>',
  }))
  const asked = fc.tuple(body, body).map(([command, result]) => ({
    call: `<execute_command>\n<command>${command}</command>\n</execute_command>`,
    header: '[execute_command] Result:',
    result,
  }))
  const parts = fc.tuple(
    fc.oneof(read, write, asked),
    lines,
    environment,
    fc.constantFrom('blocks', 'joined', 'string'),
  )
  return parts.map(([{ call, header, result }, words, details, form]): Exchange => {
    const assistant: Message = {
      role: 'assistant',
      content: form === 'string' ? `${words}\n${call}` : [{ type: 'text', text: `${words}\n\n${call}` }],
    }
    const texts = form === 'blocks' ? [header, result, details] : [`${header}\n${result}`, details]
    const content =
      form === 'string'
        ? texts.join('\n')
        : texts.map((text) => ({ type: 'text', text: text.trim() === '' ? '.' : text }))
    return [assistant, { role: 'user', content }]
  })
}

/** Histories that an API would accept, of either era or both, with repeats, images and unknown blocks. */
export function validHistory(): fc.Arbitrary<Message[]> {
  const first = fc.tuple(lines, environment).map(([task, details]): Message => ({
    role: 'user',
    content: [
      { type: 'text', text: `<task>\n${task}\n</task>` },
      { type: 'text', text: details },
    ],
  }))
  const exchanges = fc
    .array(fc.constantFrom('native', 'xml'), { maxLength: 14 })
    .chain((eras) =>
      fc.tuple(
        ...eras.map((era, index) => (era === 'native' ? nativeExchange(`call-${index}`) : xmlExchange())),
      ),
    )
  const ending = fc.option(
    lines.map((text): Message => ({ role: 'assistant', content: text.trim() === '' ? '.' : text })),
    { nil: undefined },
  )
  return fc
    .tuple(first, exchanges, ending)
    .map(([start, middle, end]) => [start, ...middle.flat(), ...(end === undefined ? [] : [end])])
}

/** Histories as crashes and rewinds leave them: messages missing, repeated, emptied, of odd roles. */
export function damagedHistory(): fc.Arbitrary<Message[]> {
  const harm = fc.constantFrom('drop', 'repeat', 'empty', 'role', 'string-input')
  return fc
    .tuple(validHistory(), fc.array(fc.tuple(harm, fc.nat()), { maxLength: 4 }))
    .map(([messages, harms]) => {
      const damaged = [...messages]
      for (const [kind, seed] of harms) {
        const at = seed % Math.max(1, damaged.length)
        const message = damaged[at]
        if (message === undefined) continue
        if (kind === 'drop') damaged.splice(at, 1)
        if (kind === 'repeat') damaged.splice(at, 0, structuredClone(message))
        if (kind === 'empty') damaged[at] = { ...message, content: seed % 2 === 0 ? '' : [] }
        if (kind === 'role') damaged[at] = { ...message, role: 'developer' }
        if (kind === 'string-input')
          damaged[at] = {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'odd', name: 'x', input: 'text' }],
          }
      }
      return damaged
    })
}
