import { describe, expect, it } from 'vitest'
import { defaultImportLimits } from '../import-limits.ts'
import { parseSource } from '../parsed-source.ts'
import { fileOfText } from '../testing/source-of-text.ts'
import { readDocuments } from './read-documents.ts'

function read(name: string, text: string) {
  const file = fileOfText(name, text)
  const source = parseSource(
    {
      kind: 'file',
      path: '',
      realPath: '',
      name,
      files: [file],
      refused: [],
      session: null,
      beside: { names: async () => [], read: async () => null },
    },
    defaultImportLimits,
  )
  const { documents, problems } = readDocuments(source, file)
  return { values: documents.map(({ value }) => value), problems: problems.length }
}

const two = [{ a: 1 }, { a: 2 }]

describe('objects of a file', () => {
  it.each([
    ['one object', 'x.json', '{"a":1}', [{ a: 1 }], 0],
    ['one object over several lines', 'x.json', '{\n  "a": 1\n}\n', [{ a: 1 }], 0],
    ['an array', 'x.json', JSON.stringify([...two, 5]), two, 0],
    ['lines', 'x.jsonl', '{"a":1}\r\n{"a":2}\n', two, 0],
    ['lines under another name', 'x.json', '{"a":1}\n{"a":2}\n', two, 0],
    ['a line that is cut', 'x.jsonl', '{"a":1}\n{"a":', [{ a: 1 }], 1],
    ['an object that is cut', 'x.json', '{"a":1,"b":[{"c":2},{"c', [{ a: 1, b: [{ c: 2 }, {}] }], 1],
    ['an object that is nested too deep', 'x.json', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, [{}], 1],
    ['no JSON', 'x.json', 'no', [{}], 1],
  ])('are read from %s', (_, name, text, values, problems) => {
    expect(read(name, text)).toEqual({ values, problems })
  })
})
