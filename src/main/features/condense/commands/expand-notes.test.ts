import { describe, expect, it } from 'vitest'
import { expandNotes } from './expand-notes.ts'

const whole = {
  messages: [],
  text: '[]',
  verified: true,
  sameBytes: true,
  difference: '',
  restoredFromStore: 0,
}

describe('what expand says about a source', () => {
  it('promises the bytes only where they are proved', () => {
    expect(expandNotes(whole, '/a.json')).toBe('The source, byte for byte, is in /a.json\n')
    const notes = expandNotes({ ...whole, sameBytes: false, difference: 'it is UTF-16' }, '/a.json')
    expect(notes).toBe(
      'The messages of the source are in /a.json\nThe file itself was formatted differently: it is UTF-16.\n',
    )
  })

  it('says nothing of a whole source that no file holds, and names what came from the store', () => {
    expect(expandNotes(whole, null)).toBe('')
    expect(expandNotes({ ...whole, restoredFromStore: 1 }, null)).toMatch(/^1 part came from the store/)
  })
})
