import { describe, expect, it } from 'vitest'
import { findNamed } from './find-named.ts'

const prompts = [
  { id: 'built-in-conversation', name: 'Built-in: conversation' },
  { id: 'short-mx1', name: 'Short' },
  { id: 'short-notes-mx2', name: 'Short notes' },
  { id: 'lange-mx3', name: 'Länge zählt' },
]

function ids(text: string): readonly string[] {
  const found = findNamed(prompts, text, (prompt) => prompt)
  if (found.kind === 'none') return []
  return found.kind === 'found' ? [found.item.id] : found.items.map(({ id }) => id)
}

describe('a thing is found', () => {
  it.each([
    ['by its id', 'short-mx1', ['short-mx1']],
    ['by its name, whatever the capitals', 'sHORT', ['short-mx1']],
    ['by the beginning of its id', 'short-n', ['short-notes-mx2']],
    ['by the beginning of its name', 'lÄn', ['lange-mx3']],
    ['by a word of its name', 'conv', ['built-in-conversation']],
    ['not by what stands inside a word', 'versation', []],
    ['not by nothing', ' ', []],
    ['with all others that it could be', 'sho', ['short-mx1', 'short-notes-mx2']],
  ])('%s', (_how, text, expected) => {
    expect(ids(text)).toEqual(expected)
  })
})
