import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { replaceTasks } from './experiment-source.ts'

const paths = ['/a b/[x]*', `/it's "c"\n`]

describe('tasks from the command line', () => {
  it.each([
    ['a list on one line', 'name: x\ntasks: [./a, ./b] # these\nvariants: []\n'],
    ['a list on lines', 'name: x\ntasks:\n  - ./a\n  - ./b\nvariants: []\n'],
    ['a list that is not indented', 'name: x\ntasks:\n- ./a\n- ./b\nvariants: []\n'],
    ['a list at the end', 'name: x\nvariants: []\ntasks:\n  - ./a'],
    ['a list on lines in brackets', 'name: x\ntasks: [\n  ./a,\n]\nvariants: []\n'],
    ['an empty value', 'name: x\ntasks:\nvariants: []\n'],
    ['JSON', '{"name": "x", "tasks": ["./a"], "variants": []}'],
    ['none', 'name: x\nvariants: []\n'],
  ])('stand instead of %s', (_, text) => {
    expect(parse(replaceTasks(text, paths))).toEqual({ name: 'x', tasks: paths, variants: [] })
  })

  it('leave every other line where it was', () => {
    const text = 'name: x # a comment\ntasks:\n  - ./a\n  - ./b\n\n# another one\nvariants: []\n'
    const lines = replaceTasks(text, ['/t']).split('\n')
    expect(lines).toHaveLength(text.split('\n').length)
    expect(lines.indexOf('variants: []')).toBe(6)
    expect(lines[0]).toBe('name: x # a comment')
  })

  it.each(['tasks: [', '- a list', 'just text'])('leave %j as it is, to be explained', (text) => {
    expect(replaceTasks(text, paths)).toBe(text)
  })
})
