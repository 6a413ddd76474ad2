import { describe, expect, it } from 'vitest'
import { everyReader } from '../../../agents/reader-versions.ts'
import { isToBeRead } from './entry-state.ts'
import { libraryEntry } from './testing/library-entry.ts'

const entry = libraryEntry('t')

describe('a listed task', () => {
  it.each([
    ['read as it is', {}, false],
    ['changed since', { stamp: '2' }, true],
    ['never read', { readStamp: null, reader: null }, true],
    ['read by an older reader', { reader: 'roo-task@0' }, true],
    ['read by an older reader, followed or not', { reader: 'roo-task@0', isFollowed: false }, true],
    ['read by a reader that there is no more', { reader: 'gone@1' }, true],
    ['read before readers had versions', { reader: null }, true],
    ['gone', { reader: 'roo-task@0', isGone: true }, false],
    ['gone before it was read', { readStamp: null, isGone: true }, false],
    ['not followed, and was read before', { isFollowed: false, readStamp: '0' }, false],
    ['known to fail in this state', { readStamp: null, failure: 'Damaged.' }, false],
    ['never looked at', { readStamp: null, stamp: null }, false],
    ['one that no reader could read', { failure: 'No.', reader: everyReader }, false],
    ['one that no reader could read when there were fewer', { failure: 'No.', reader: 'all@x' }, true],
  ] as const)('%s', (_, more, wanted) => {
    expect(isToBeRead({ ...entry, ...more })).toBe(wanted)
  })
})
