import { expect, it } from 'vitest'
import { findElementSpan, findXmlParameters } from './xml-elements.ts'

const findElement = (text: string): string | undefined => {
  const span = findElementSpan(text, 'content')
  return span === undefined ? undefined : text.slice(span.start, span.end)
}
it.each([
  ['<path>a</path><content>x</content>', 'x'],
  ['<content>a </content> and <content> b</content>', 'a </content> and <content> b'],
  ['<content></content>', ''],
  ['<content>cut off', undefined],
  ['</content><content>', undefined],
  ['nothing', undefined],
])('the content of an element in %s', (text, expected) => {
  expect(findElement(text)).toBe(expected)
})

it.each<[string, readonly string[]]>([
  ['<read_file>\n<path>a.ts</path>\n</read_file>', ['a.ts']],
  ['<x><path>a</path><content>b</content></x>', ['a', 'b']],
  [
    '<x><args><file><path>a</path></file> <file><path>b</path></file></args><mode>m</mode></x>',
    ['a', 'b', 'm'],
  ],
  // What looks like markup in a value stays in it, also a closing tag of its own name.
  ['<x><content><b>bold</b></content></x>', ['<b>bold</b>']],
  ['<x><content>a</content> b</content><path>p</path></x>', ['a</content> b', 'p']],
  ['<x><content>a</content> b', ['a</content> b']],
  ['<x><path>cut off', ['cut off']],
  ['<x>words</x>', []],
  ['<x></x>', []],
  ['no call', []],
  ['<x><args></args><path>p</path></x>', ['p']],
])('the parameters of %s', (call, expected) => {
  expect(findXmlParameters(call).map(({ start, end }) => call.slice(start, end))).toEqual(expected)
})
