import { describe, expect, it } from 'vitest'
import { listCompanionNames, listOwnerNames, type Companion } from './companions.ts'

const companions: readonly Companion[] = [
  { of: '.db', are: ['.db-wal'] },
  { of: '.messages.json', are: ['.compaction.json', '.json'] },
  { of: 'events.jsonl', are: ['workspace.yaml'] },
]

describe('files that belong to another one', () => {
  it.each([
    ['a.db', ['a.db-wal']],
    ['a.messages.json', ['a.compaction.json', 'a.json']],
    ['events.jsonl', ['workspace.yaml']],
    ['a.jsonl', []],
  ])('are those of %s', (name, expected) => {
    expect(listCompanionNames(name, companions)).toEqual(expected)
  })

  it.each([
    ['a.db-wal', ['a.db']],
    ['a.json', ['a.messages.json']],
    ['a.compaction.json', ['a.messages.json', 'a.compaction.messages.json']],
    ['workspace.yaml', ['events.jsonl']],
    ['a.db', []],
    ['a.messages.json', []],
  ])('%s may belong to %j', (name, expected) => {
    expect(listOwnerNames(name, companions)).toEqual(expected)
  })
})
