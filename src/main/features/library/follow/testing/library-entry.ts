import { buildReaderId } from '../../../../agents/reader-versions.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'

/** A listed task that was read as it is on disk. */
export function libraryEntry(id: string, more: Partial<LibraryEntry> = {}): LibraryEntry {
  return {
    id,
    path: `/tasks/${id}`,
    title: `Title of ${id}`,
    isFollowed: true,
    isSingle: false,
    stamp: '1',
    readStamp: '1',
    reader: buildReaderId('roo-task'),
    forgottenStamp: null,
    isGone: false,
    failure: null,
    sizeBytes: null,
    lastActivityTs: 1,
    openedTs: 1,
    isSample: false,
    sessionKey: null,
    snapshotSha256: `snapshot of ${id}`,
    ...more,
  }
}
