import { describe, expect, it } from 'vitest'
import { everyReader, readerOf } from '../importers/reader-versions.ts'
import type { LibraryEntry } from '../store/records.ts'
import { isToBeRead } from './entry-state.ts'

const entry: LibraryEntry = {
  id: 't',
  path: '/tasks/t',
  title: 't',
  isFollowed: true,
  isSingle: false,
  stamp: '1',
  readStamp: '1',
  reader: readerOf('roo-task'),
  forgottenStamp: null,
  isGone: false,
  failure: null,
  lastActivityTs: null,
  openedTs: 0,
  sessionKey: null,
  snapshotSha256: 'x',
}

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
    ['one that no reader could read', { failure: 'No.', reader: everyReader }, false],
    ['one that no reader could read when there were fewer', { failure: 'No.', reader: 'all@x' }, true],
  ] as const)('%s', (_, more, wanted) => {
    expect(isToBeRead({ ...entry, ...more })).toBe(wanted)
  })
})
