import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, task } from '../../kernel/testing/small-histories.ts'
import { neededResults } from './needed-results.ts'

const line = 'const total = sumOf(prices)'
const other = 'export function render(view) {'
const buildReadExchange = (id: string, path: string, text: string): Message[] => [
  call(id, 'Read', { file_path: path }),
  answer(id, text),
]
const edit = (text: string): Message =>
  call('9', 'Edit', { file_path: 'a.ts', old_string: text, new_string: '' })

function neededBy(source: readonly Message[], continuation: readonly Message[]): string[] {
  const found = neededResults({
    source: conversationFor([task, ...source]),
    continuation: conversationFor(continuation),
  })
  return (found ?? []).map(
    ({ messageIndex, part, lines }) =>
      `#${messageIndex} ${lines.map(({ place }) => part.text.slice(place.start, place.end)).join(' / ')}`,
  )
}

describe('an earlier result is needed', () => {
  it('where a later call writes a line of it', () => {
    expect(neededBy(buildReadExchange('1', 'a.ts', `1→${line}\n2→${other}`), [edit(line)])).toEqual([
      `#2 ${line}`,
    ])
  })

  it('where prose quotes one', () => {
    const quoting: Message = { role: 'assistant', content: `The line \`${line}\` is wrong.` }
    expect(neededBy(buildReadExchange('1', 'a.ts', line), [quoting])).toEqual([`#2 ${line}`])
  })

  it('and is the last one that shows the file', () => {
    const twice = [
      ...buildReadExchange('1', 'a.ts', line),
      ...buildReadExchange('2', 'a.ts', `${line}\n${other}`),
    ]
    expect(neededBy(twice, [edit(line)])).toEqual([`#4 ${line}`])
  })
})

describe('nothing is needed', () => {
  it.each<[string, readonly Message[], readonly Message[]]>([
    ['is used', buildReadExchange('1', 'a.ts', line), [edit('let nothing = like(it)')]],
    [
      'was not seen again first',
      buildReadExchange('1', 'a.ts', line),
      [...buildReadExchange('2', 'a.ts', line), edit(line)],
    ],
    [
      'stands in one file alone',
      [...buildReadExchange('1', 'a.ts', line), ...buildReadExchange('2', 'b.ts', line)],
      [edit(line)],
    ],
    ['stands there once', buildReadExchange('1', 'a.ts', `${line}\n${line}`), [edit(line)]],
    ['came from a tool', [{ role: 'assistant', content: line }], [edit(line)]],
    [
      "is the file's own",
      buildReadExchange('1', 'a.ts', "import { x } from 'some-package'"),
      [edit("import { x } from 'some-package'")],
    ],
  ])('that %s', (_name, source, continuation) => {
    expect(neededBy(source, continuation)).toEqual([])
  })

  it('where nothing followed', () => {
    expect(neededResults({ source: conversationFor([task]), continuation: null })).toBeNull()
  })
})
